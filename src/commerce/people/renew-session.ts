import type { PersonContext } from '../../api/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { confirmedAtOf, endPersonSessions, openPersonSession } from './person-session.ts'

/**
 * Runs a change of what a person logs in with, with their row locked: this browser gets a new session, and all others
 * end.
 */
export async function withNewSession(
  context: PersonContext,
  change: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> {
  const { services, person, session } = context
  const opened = await inTransaction(services.db.prisma, async (tx) => {
    await lockRow(tx, 'persons', { id: person.id })
    await change(tx)
    await endPersonSessions({ prisma: tx }, person.id)
    const { browser, address } = session
    return openPersonSession(tx, person, { browser, address, replaced: undefined }, services.clock())
  })
  context.session = opened.session
  context.confirmedAt = confirmedAtOf(opened.session)
  context.renewCookie(opened)
}
