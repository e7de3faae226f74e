import { defineLoader } from '../../api/graphql/schema/loader.ts'
import type { OrderMail } from '../../generated/prisma/client.ts'
import { readUnfinishedJobs } from '../../platform/jobs/stored-jobs.sql.ts'
import { type MailName, type MailObstacle, obstacleWords } from './mail-name.ts'

export const MailStatus = { SENT: 'SENT', NOT_SENT: 'NOT_SENT', WAITING: 'WAITING', FAILED: 'FAILED' } as const
export type MailStatus = (typeof MailStatus)[keyof typeof MailStatus]

export interface MailState {
  status: MailStatus
  /** Why nothing was sent, or the last attempt failed. */
  failure: string | null
}

/** Those of jobs that are not done, by the mail's id. */
const unfinished = defineLoader<string, Map<string, MailState>>(async ({ services, store }, orderIds) => {
  const states = new Map(orderIds.map((id) => [id, new Map<string, MailState>()]))
  const jobs = await readUnfinishedJobs<MailJob>(services.db.prisma, 'order-mail', {
    storeId: store.id,
    name: 'orderId',
    ids: orderIds,
  })
  for (const { payload, reason, hasFailed } of jobs) {
    const state: MailState = { status: hasFailed ? 'FAILED' : 'WAITING', failure: reason === '' ? null : reason }
    for (const { id } of payload.mails) states.get(payload.orderId)?.set(id, state)
  }
  return orderIds.map((id) => states.get(id) ?? new Map())
})

interface MailJob {
  orderId: string
  mails: { id: string; name: MailName }[]
}

/** A mail whose job is gone has failed: jobs are deleted 30 days after they have. */
export async function mailState(
  context: Parameters<typeof unfinished>[0],
  { id, orderId, sentAt, notSent }: Pick<OrderMail, 'id' | 'orderId' | 'sentAt' | 'notSent'>,
): Promise<MailState> {
  // A CHECK of the database holds the same list.
  if (notSent !== null) return { status: 'NOT_SENT', failure: obstacleWords[notSent as MailObstacle] }
  if (sentAt !== null) return { status: 'SENT', failure: null }
  return (await unfinished(context).load(orderId)).get(id) ?? { status: 'FAILED', failure: null }
}
