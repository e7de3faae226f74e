import type { Discount, Prisma } from '../../generated/prisma/client.ts'
import { TOUCHED_WITH_VERSION, type UpdatableTable, updateRows } from '../../platform/database/bulk-rows.ts'
import { type Issue, issueAt, type Path } from '../../platform/input/issues.ts'
import { problemOfAll } from '../../platform/input/parse-input-all.ts'
import { chunks, differs, given, isNotEmpty, noRows, type StoreWrite, type Tally } from '../stores/store-write.ts'
import type { DiscountEntry } from './discount-format.ts'

const table = {
  name: 'discounts',
  key: 'id',
  columns: {
    id: ['id', 'uuid'],
    type: ['type', 'text'],
    percentMicro: ['percent_micro', 'integer'],
    amount: ['amount', 'bigint'],
    minSubtotal: ['min_subtotal', 'bigint'],
    maxDiscount: ['max_discount', 'bigint'],
    usageLimit: ['usage_limit', 'integer'],
    perCustomerLimit: ['per_customer_limit', 'integer'],
    startsAt: ['starts_at', 'timestamptz'],
    endsAt: ['ends_at', 'timestamptz'],
    active: ['active', 'boolean'],
  },
  touched: TOUCHED_WITH_VERSION,
} as const satisfies UpdatableTable

/**
 * As `writeDiscounts`, of a single one.
 * @param stored as the caller has locked it; null for a new one
 * @throws Problem BAD_USER_INPUT
 */
export async function writeDiscount(
  { tx, storeId, now }: Pick<StoreWrite, 'tx' | 'storeId' | 'now'>,
  entry: DiscountEntry,
  stored: Discount | null,
): Promise<Discount> {
  if (!stored) return tx.discount.create({ data: newDiscount(storeId, entry) })
  const issues: Issue[] = []
  const wanted = changedDiscount(issues, [], entry, stored)
  if (!wanted) throw problemOfAll(issues)
  if (!differs(stored, wanted)) return stored
  const where = { storeId_id: { storeId, id: stored.id } }
  return tx.discount.update({ where, data: { ...wanted, version: { increment: 1 }, updatedAt: now } })
}

/** Matches by code. Past uses stay counted. */
export async function writeDiscounts(target: StoreWrite, discounts: readonly DiscountEntry[]): Promise<Tally> {
  const { tx, storeId, issues } = target
  const tally = noRows()
  for (const { start, entries } of chunks(discounts)) {
    const rows = await tx.discount.findMany({ where: { storeId, code: { in: entries.map(({ code }) => code) } } })
    const stored = new Map(rows.map((row) => [row.code, row]))
    const created: Prisma.DiscountCreateManyInput[] = []
    const updated: Discount[] = []
    for (const [index, entry] of entries.entries()) {
      const row = stored.get(entry.code)
      if (!row) {
        created.push(newDiscount(storeId, entry))
        continue
      }
      const wanted = changedDiscount(issues, ['discounts', start + index], entry, row)
      if (wanted && differs(row, wanted)) updated.push({ ...row, ...wanted })
    }
    if (isNotEmpty(created)) await tx.discount.createMany({ data: created })
    await updateRows(target, table, updated)
    tally.created += created.length
    tally.updated += updated.length
    tally.unchanged += entries.length - created.length - updated.length
    target.advance(entries.length)
  }
  return tally
}

const worth = (entry: DiscountEntry) =>
  entry.type === 'percent'
    ? ({ type: 'PERCENT', percentMicro: Number(entry.value), amount: null } as const)
    : ({ type: 'FIXED', percentMicro: null, amount: entry.value } as const)

const discountFields = (entry: DiscountEntry) => ({
  ...worth(entry),
  ...given({
    minSubtotal: entry.minSubtotal,
    maxDiscount: entry.maxDiscount,
    usageLimit: entry.usageLimit,
    perCustomerLimit: entry.perCustomerLimit,
    startsAt: entry.startsAt,
    endsAt: entry.endsAt,
    active: entry.active,
  }),
})

/** Null, and an issue, when its period does not fit what is stored. */
function changedDiscount(issues: Issue[], path: Path, entry: DiscountEntry, row: Discount) {
  const wanted = discountFields(entry)
  const issue = periodIssue(path, entry, { ...row, ...wanted })
  if (issue) issues.push(issue)
  return issue ? null : wanted
}

/** Sets every field: createMany sends a statement per set of fields. */
const newDiscount = (storeId: string, entry: DiscountEntry): Prisma.DiscountCreateManyInput => ({
  minSubtotal: null,
  maxDiscount: null,
  usageLimit: null,
  perCustomerLimit: null,
  startsAt: null,
  endsAt: null,
  active: true,
  ...discountFields(entry),
  storeId,
  code: entry.code,
})

function periodIssue(path: Path, entry: DiscountEntry, { startsAt, endsAt }: Discount): Issue | null {
  if (!startsAt || !endsAt || startsAt < endsAt) return null
  const [start, end] = [startsAt.toISOString(), endsAt.toISOString()]
  return entry.endsAt === undefined
    ? issueAt([...path, 'startsAt'], `a moment before endsAt in the store (${end})`, start)
    : issueAt([...path, 'endsAt'], `a moment after startsAt in the store (${start})`, end)
}
