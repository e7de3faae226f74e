import type { Caller } from '../../../api/admission/caller.ts'
import type { Membership } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import { covers, powerOf } from '../roles.ts'

type Given = Pick<Membership, 'role' | 'money'>

/** Owners have everything, so only they touch Owners. */
export const mayGive = ({ power }: Pick<Caller, 'power'>, given: Given): boolean => covers(power, powerOf(given))

/** @throws Problem FORBIDDEN */
export function checkMayGive(caller: Pick<Caller, 'power'>, given: Given): void {
  if (mayGive(caller, given)) return
  throw new Problem('FORBIDDEN', 'Nobody can give, change or take a role that may do more than their own.', {
    reason: 'MISSING_SCOPE',
  })
}
