import type { Customer, Prisma } from '../../generated/prisma/client.ts'
import { TOUCHED, type UpdatableTable, updateRows } from '../../platform/database/bulk-rows.ts'
import { issueAt } from '../../platform/input/issues.ts'
import {
  chunks,
  differs,
  given,
  isNotEmpty,
  momentOf,
  noRows,
  type StoreWrite,
  type Tally,
} from '../stores/store-write.ts'
import type { CustomerEntry } from './customer-format.ts'
import { referralCode } from './points/award-referral.ts'

const table = {
  name: 'customers',
  key: 'id',
  columns: { id: ['id', 'uuid'], name: ['name', 'text'], email: ['email', 'text'], address: ['address', 'text'] },
  touched: TOUCHED,
} as const satisfies UpdatableTable

/** Points and passwords apply only to new customers. @param hashes of new customers' passwords, by phone */
export async function writeCustomers(
  target: StoreWrite,
  customers: readonly CustomerEntry[],
  hashes: ReadonlyMap<string, string>,
): Promise<Tally> {
  const { tx, storeId } = target
  const tally = noRows()
  for (const { start, entries } of chunks(customers)) {
    const rows = await tx.customer.findMany({ where: { storeId, phone: { in: entries.map(({ phone }) => phone) } } })
    const stored = new Map(rows.map((row) => [row.phone, row]))
    const newcomers: NewCustomer[] = []
    const updated: Customer[] = []
    for (const [index, entry] of entries.entries()) {
      const row = stored.get(entry.phone)
      const passwordHash = hashes.get(entry.phone)
      const { name, email, address } = entry
      const wanted = given({ name, email, address })
      if (row && differs(row, wanted)) updated.push({ ...row, ...wanted })
      if (row) continue
      if (passwordHash !== undefined)
        newcomers.push({ entry, passwordHash, createdAt: momentOf(target, start + index) })
      else target.issues.push(missingPassword(start + index, entry))
    }
    await createCustomers(target, newcomers)
    await updateRows(target, table, updated)
    tally.created += newcomers.length
    tally.updated += updated.length
    tally.unchanged += rows.length - updated.length
  }
  return tally
}

const missingPassword = (index: number, { phone }: CustomerEntry) =>
  issueAt(
    ['customers', index, 'password'],
    `a password, as the store has no customer with phone ${phone} yet`,
    undefined,
  )

interface NewCustomer {
  entry: CustomerEntry
  passwordHash: string
  createdAt: Date
}

async function createCustomers({ tx, storeId, now }: StoreWrite, newcomers: readonly NewCustomer[]): Promise<void> {
  if (!isNotEmpty(newcomers)) return
  const codes = await freeReferralCodes(tx, storeId, newcomers.length)
  const rows = await tx.customer.createManyAndReturn({
    data: newcomers.map(({ entry, passwordHash, createdAt }, index) => ({
      storeId,
      name: entry.name,
      phone: entry.phone,
      email: entry.email ?? null,
      address: entry.address ?? null,
      passwordHash,
      points: entry.loyaltyPoints ?? 0,
      referralCode: codes[index] ?? referralCode(),
      createdAt,
    })),
    select: { id: true, points: true },
  })
  const openings = rows
    .filter(({ points }) => points > 0)
    .map(({ id, points }) => ({
      storeId,
      customerId: id,
      kind: 'OPENING' as const,
      points,
      balanceAfter: points,
      reason: 'Imported',
      createdAt: now,
    }))
  if (isNotEmpty(openings)) await tx.loyaltyEntry.createMany({ data: openings })
}

async function freeReferralCodes(tx: Prisma.TransactionClient, storeId: string, count: number): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < count) {
    while (codes.size < count) codes.add(referralCode())
    const where = { storeId, referralCode: { in: [...codes] } }
    const taken = await tx.customer.findMany({ where, select: { referralCode: true } })
    for (const { referralCode: code } of taken) codes.delete(code)
  }
  return [...codes]
}
