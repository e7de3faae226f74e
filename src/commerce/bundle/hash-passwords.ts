import { availableParallelism } from 'node:os'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { CustomerEntry } from '../customers/customer-format.ts'
import { chunks } from '../stores/store-write.ts'
import type { Bundle } from './bundle-format.ts'

export interface PasswordHashes {
  /** Null when the store already has a password, or the bundle has none. */
  access: string | null
  /** By phone, for new customers who have a password. */
  customers: ReadonlyMap<string, string>
}

/**
 * Before the import's transaction, which bcrypt would keep open for minutes. The transaction checks again who is new.
 */
export async function hashPasswords(
  { db: { prisma }, passwords }: { db: Db; passwords: Pick<Passwords, 'hash'> },
  { store, customers = [] }: Bundle,
  onHashed: (customers: number) => void,
): Promise<PasswordHashes> {
  const existing = await prisma.store.findUnique({
    where: { subdomain: store.subdomain },
    select: { id: true, accessPasswordHash: true },
  })
  const password = store.access?.password
  const access = password === undefined || existing?.accessPasswordHash ? null : await passwords.hash(password)

  const known = existing ? await knownPhones(prisma, existing.id, customers) : new Set<string>()
  const hashes = new Map<string, string>()
  await eachInParallel(customers, async ({ phone, password }) => {
    if (password !== undefined && !known.has(phone)) hashes.set(phone, await passwords.hash(password))
    onHashed(1)
  })
  return { access, customers: hashes }
}

async function knownPhones(
  prisma: PrismaClient,
  storeId: string,
  customers: readonly CustomerEntry[],
): Promise<Set<string>> {
  const known = new Set<string>()
  for (const { entries } of chunks(customers)) {
    const where = { storeId, phone: { in: entries.map(({ phone }) => phone) } }
    for (const { phone } of await prisma.customer.findMany({ where, select: { phone: true } })) known.add(phone)
  }
  return known
}

/** As many as there are cores: more would delay customers who log in. */
async function eachInParallel<Entry>(list: readonly Entry[], run: (entry: Entry) => Promise<void>): Promise<void> {
  const rest = list.values()
  const work = async () => {
    for (const entry of rest) await run(entry)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}
