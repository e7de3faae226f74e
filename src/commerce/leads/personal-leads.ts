import { inTransaction } from '../../platform/database/transaction.ts'
import { deleteJobs } from '../../platform/jobs/stored-jobs.sql.ts'
import type { Person, PersonScope } from '../customers/person.ts'
import { deleteMessages } from '../webhooks/erase-messages.ts'
import { lockLeadsOf, namesLead, readLeadsOf, uncountLeads } from './leads.sql.ts'

const BATCH = 500

/** Oldest first; a store has at most 10,000 leads. */
export async function leadsOf({ services, store }: PersonScope, person: Person, emails: readonly string[]) {
  const leads = await readLeadsOf(services.db.prisma, store.id, { phone: person.phone, emails })
  return leads.map(({ createdAt, ...lead }) => ({ ...lead, created_at: createdAt.toISOString() }))
}

/** Also deletes waiting mails and messages about them. @returns how many leads */
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
      // The counter last: all changes of leads wait for its row.
      await uncountLeads(tx, store.id, leads.length)
      return leads.length
    })
    deleted += count
    if (count < BATCH) return deleted
  }
}
