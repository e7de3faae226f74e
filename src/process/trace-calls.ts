import type { Services } from '../api/context.ts'
import type { Replica } from '../platform/database/replica/replica.ts'
import { statement } from '../platform/database/traced-engine.ts'
import type { Span, Tracing } from '../platform/tracing/tracing.ts'

type Calling = Pick<Services, 'payments' | 'assistant' | 'webhookPost' | 'mailer' | 'db' | 'dbForRequest'>

/** Nobody is sent a `traceparent`: the services asked are not ours. */
export function traceCalls<Given extends Calling>(services: Given, tracing: Tracing): Given {
  const {
    payments,
    assistant,
    webhookPost,
    mailer,
    db: { replica },
  } = services
  const call = <Result>(name: string, work: (span: Span | null) => Promise<Result>, attributes = {}) =>
    tracing.inChild(name, { kind: 'client', attributes }, work)

  return {
    ...services,
    payments: {
      ownOrderId: payments.ownOrderId,
      createOrder: (account, order) =>
        call('payment provider: create order', () => payments.createOrder(account, order), providerOf(account)),
      paymentsOf: (account, id) =>
        call('payment provider: payments', () => payments.paymentsOf(account, id), providerOf(account)),
      refund: (account, request) =>
        call('payment provider: refund', () => payments.refund(account, request), providerOf(account)),
      refundsOf: (account, payment) =>
        call('payment provider: refunds', () => payments.refundsOf(account, payment), providerOf(account)),
    },
    assistant: { reply: (...asked) => call('assistant: reply', () => assistant.reply(...asked)) },
    webhookPost: {
      rules: webhookPost.rules,
      post: (...posted) =>
        call('webhook: post', async (span) => {
          const answer = await webhookPost.post(...posted)
          if ('status' in answer) span?.set({ 'http.response.status_code': answer.status })
          else span?.set({ 'error.type': 'unreachable' })
          return answer
        }),
    },
    mailer: { isSetUp: mailer.isSetUp, send: (mail) => call('mail: send', () => mailer.send(mail)) },
    db: { ...services.db, replica: tracedReplica(replica, tracing) },
    dbForRequest: (storeId) => {
      const db = services.dbForRequest(storeId)
      return { ...db, replica: tracedReplica(db.replica, tracing) }
    },
  }
}

const tracedReplica = (replica: Replica | null, tracing: Tracing): Replica | null =>
  replica && { ...replica, read: (text, ...given) => statement(tracing, text, () => replica.read(text, ...given)) }

const providerOf = ({ provider }: { provider: string }) => ({ 'storefront.provider': provider })
