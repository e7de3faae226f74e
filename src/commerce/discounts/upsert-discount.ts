import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import type { Discount, Prisma } from '../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../platform/database/errors/key-violation.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { byCurrency } from '../../platform/input/fields.ts'
import { issueAt } from '../../platform/input/issues.ts'
import { parseInputAll, problemOfAll } from '../../platform/input/parse-input-all.ts'
import { microToNumber, toMainUnits } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import { changedFields } from '../history/changed-fields.ts'
import { type ChangedBy, recordChange } from '../history/record-change.ts'
import { checkVersion } from '../stores/owner-entry.ts'
import { checkDiscount, type DiscountEntry, discountCode, discountSchema } from './discount-format.ts'
import type { DiscountType } from './discount-terms.ts'
import { writeDiscount } from './write-discounts.ts'

/** Amounts in main units, shares in percent. Omitted fields stay, null clears. */
export interface DiscountInput {
  code: string
  version?: number | null | undefined
  type?: DiscountType | null | undefined
  value?: number | null | undefined
  minSubtotal?: number | null | undefined
  maxDiscount?: number | null | undefined
  usageLimit?: number | null | undefined
  perCustomerLimit?: number | null | undefined
  startsAt?: Date | null | undefined
  endsAt?: Date | null | undefined
  active?: boolean | null | undefined
}

/** Matches by code and version. @throws Problem BAD_USER_INPUT, NOT_FOUND; CONFLICT when it was changed */
export async function upsertDiscount(
  scope: Pick<Context, 'services' | 'store'> & ChangedBy,
  input: DiscountInput,
): Promise<Discount> {
  const { services, store } = scope
  const code = parseCode(input.code)
  return inTransaction(
    services.db.prisma,
    async (tx) => {
      const stored = await lockDiscountOfCode(tx, store.id, code)
      checkVersion('discount', { stored, code, version: input.version })
      const { currency } = store
      const entry = parseDiscount(currency, { ...input, code }, stored)
      const discount = await writeDiscount({ tx, storeId: store.id, now: services.clock() }, entry, stored)
      const change = { subject: 'DISCOUNT', subjectId: code, subjectName: discount.code } as const
      const fields = stored ? changedFields(stored, discount, { currency }) : []
      await recordChange(tx, scope, { ...change, action: stored ? 'CHANGED' : 'CREATED', fields })
      return discount
    },
    isTaken,
  ).catch((error: unknown) => {
    throw isTaken(error) ? codeTaken() : error
  })
}

const codeTaken = () =>
  new Problem('CONFLICT', 'A discount of this code was created at the same moment. Read it, then send your change.', {
    reason: 'ALREADY_EXISTS',
  })

const isTaken = (error: unknown): boolean => isUniqueViolation(error, 'code')

const schemaFor = byCurrency(discountSchema)

const parseCode = (written: string): string => parseInputAll(z.object({ code: discountCode }), { code: written }).code

async function lockDiscountOfCode(
  tx: Prisma.TransactionClient,
  storeId: string,
  code: string,
): Promise<Discount | null> {
  await lockRow(tx, 'discounts', { storeId, code })
  return tx.discount.findUnique({ where: { storeId_code: { storeId, code } } })
}

function parseDiscount(currency: string, input: DiscountInput, stored: Discount | null): DiscountEntry {
  const { version: _, type, value, startsAt, endsAt, ...rest } = input
  if (!stored && (type == null || value == null)) {
    const missing = Object.entries({ type, value }).filter(([, given]) => given == null)
    throw problemOfAll(missing.map(([field]) => issueAt([field], 'one, which a new discount needs', undefined)))
  }
  if (stored && type != null && type !== stored.type && value == null) {
    throw problemOfAll([issueAt(['value'], 'one, since the type is another now', undefined)])
  }
  const kind = type === undefined ? stored?.type : type
  const json = {
    ...Object.fromEntries(Object.entries(rest).filter(([, given]) => given !== undefined)),
    ...(startsAt !== undefined && { startsAt: startsAt?.toISOString() ?? null }),
    ...(endsAt !== undefined && { endsAt: endsAt?.toISOString() ?? null }),
    type: kind?.toLowerCase() ?? null,
    value: value === undefined && stored ? worth(stored, currency) : value,
  }
  return parseInputAll(schemaFor(currency), json, (discount) => checkDiscount([], discount))
}

/** In percent or main units. */
export const worth = ({ percentMicro, amount }: Discount, currency: string): number =>
  percentMicro === null ? toMainUnits(amount ?? 0n, currency) : microToNumber(BigInt(percentMicro) * 100n)
