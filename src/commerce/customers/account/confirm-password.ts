import type { Context } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Authentication } from './authenticate.ts'
import { getAuthentication } from './find-viewer.ts'
import { countingGuesses } from './password-guesses.ts'

interface Confirmed extends Authentication {
  passwordHash: string
}

/** 403, not 401: the token is valid, so clients need not log out. */
export const incorrectPassword = () => new Problem('FORBIDDEN', 'Incorrect password', { reason: 'WRONG_PASSWORD' })

/** A wrong password counts as a failed login. @throws Problem UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE */
export async function confirmPassword(context: Context, password: string): Promise<Confirmed> {
  const { services, store } = context
  const authentication = await getAuthentication(context, 'Login required')
  const { id, phone } = authentication.viewer
  const passwordHash = await countingGuesses(context, phone, async () => {
    const known = await services.db.prisma.customer.findFirst({
      where: { storeId: store.id, id },
      select: { passwordHash: true },
    })
    return known && (await services.passwords.verify(password, known.passwordHash)) ? known.passwordHash : null
  })
  if (passwordHash === null) throw incorrectPassword()
  return { ...authentication, passwordHash }
}
