import type { Person, PersonScope } from '../customers/person.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { deleteJobs } from '../platform/jobs/stored-jobs.sql.ts'
import { deleteMessages } from '../webhooks/erase-messages.ts'
import { lockLeadsOf, namesLead, readLeadsOf, uncountLeads } from './leads.sql.ts'

/** Leads that a transaction deletes at a time. */
const BATCH = 500

/** What the person has left in the contact form as JSON, oldest first. A store has no more than 10,000 leads. */
export async function leadsOf({ services, store }: PersonScope, person: Person, emails: readonly string[]) {
  const leads = await readLeadsOf(services.db.prisma, store.id, { phone: person.phone, emails })
  return leads.map(({ createdAt, ...lead }) => ({ ...lead, created_at: createdAt.toISOString() }))
}

/** Deletes the person's leads, with the mails and messages about them that wait to be sent. @returns how many */
export async function deleteLeads({ services, store }: PersonScope, person: Person, emails: readonly string[]) {
  let deleted = 0
  for (;;) {
    const count = await inTransaction(services.db.prisma, async (tx) => {
      const leads = await lockLeadsOf(tx, store.id, { phone: person.phone, emails }, BATCH)
      if (leads.length === 0) return 0
      const ids = leads.map(({ id }) => id)
      await tx.lead.deleteMany({ where: { storeId: store.id, id: { in: ids } } })
      const subjects = leads.map(({ id, createdAt }) => ({ subject: `lead:${id}`, createdAt }))
      await deleteMessages(tx, store.id, subjects)
      await deleteJobs(tx, 'lead-notification', store.id, namesLead(ids))
      // The counter last, as submitLead does: all changes of the store's leads wait for this row's lock.
      await uncountLeads(tx, store.id, leads.length)
      return leads.length
    })
    deleted += count
    if (count < BATCH) return deleted
  }
}
