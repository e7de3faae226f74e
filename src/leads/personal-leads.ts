import { hasWrittenPhone, type Person, type PersonScope } from '../customers/person.ts'
import { type Lead, Prisma } from '../generated/prisma/client.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { deleteMessages } from '../webhooks/erase-messages.ts'

/** Leads that a transaction deletes at a time. */
const BATCH = 500

/** The SQL condition that a lead was left with the person's phone, or with one of the addresses in lower case. */
const leftBy = (storeId: string, { phone }: Pick<Person, 'phone'>, emails: readonly string[]): Prisma.Sql => Prisma.sql`
  store_id = ${storeId}::uuid AND (
    lower(email) = ANY (${[...emails]}::text[])
    ${phone === null ? Prisma.empty : Prisma.sql`OR ${hasWrittenPhone(Prisma.sql`phone`, phone)}`}
  )`

type LeadTexts = Pick<Lead, 'name' | 'email' | 'phone' | 'message' | 'createdAt'>

/** What the person has left in the contact form as JSON, oldest first. A store has no more than 10,000 leads. */
export async function leadsOf({ services, store }: PersonScope, person: Person, emails: readonly string[]) {
  const leads = await services.db.prisma.$queryRaw<LeadTexts[]>`
    SELECT name, email, phone, message, created_at AS "createdAt" FROM leads
    WHERE ${leftBy(store.id, person, emails)} ORDER BY created_at, id`
  return leads.map(({ createdAt, ...lead }) => ({ ...lead, created_at: createdAt.toISOString() }))
}

/** Deletes the person's leads, with the mails and messages about them that wait to be sent. @returns how many */
export async function deleteLeads({ services, store }: PersonScope, person: Person, emails: readonly string[]) {
  let deleted = 0
  for (;;) {
    const count = await inTransaction(services.db.prisma, async (tx) => {
      const leads = await tx.$queryRaw<{ id: string; createdAt: Date }[]>`
        SELECT id, created_at AS "createdAt" FROM leads
        WHERE ${leftBy(store.id, person, emails)} ORDER BY id LIMIT ${BATCH} FOR UPDATE`
      if (leads.length === 0) return 0
      const ids = leads.map(({ id }) => id)
      await tx.lead.deleteMany({ where: { storeId: store.id, id: { in: ids } } })
      const subjects = leads.map(({ id, createdAt }) => ({ subject: `lead:${id}`, createdAt }))
      await deleteMessages(tx, store.id, subjects)
      for (const table of ['job', 'archive']) {
        await tx.$executeRaw`
          DELETE FROM ${Prisma.raw(`pgboss.${table}`)}
          WHERE data->>'storeId' = ${store.id} AND data->>'leadId' = ANY (${ids}::text[])`
      }
      // The counter last, as submitLead does: all changes of the store's leads wait for this row's lock.
      await tx.$executeRaw`
        UPDATE store_usage SET leads = greatest(leads - ${leads.length}::int, 0) WHERE store_id = ${store.id}::uuid`
      return leads.length
    })
    deleted += count
    if (count < BATCH) return deleted
  }
}
