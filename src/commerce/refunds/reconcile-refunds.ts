import type { Services } from '../../api/context.ts'
import type { Refund } from '../../generated/prisma/client.ts'
import { abortable } from '../../platform/network/abortable.ts'
import { DAY_MS } from '../../platform/time.ts'
import type { Payments, ProviderRefund } from '../payments/provider.ts'
import { isRefusal, type ProviderRefusal } from '../payments/provider-failure.ts'
import { findAccountsOf } from '../payments/retired-account.ts'
import { type Due, leaseDue } from './refunds.sql.ts'
import {
  moreInformative,
  NO_ACCOUNT,
  paymentOf,
  type RefundedOrder,
  type Refunding,
  sendRefund,
  settle,
} from './send-refund.ts'
import { failRefund, markLost, type Reporter } from './settle-refund.ts'

const BATCH = 5
const LEASE_MS = 5 * 60_000
const LONGEST_GAP_MS = DAY_MS / 4
/** After the start, time for the owner to set up an account that knows the refund. */
const WITHOUT_ACCOUNT_MS = 3 * DAY_MS

const reporter: Reporter = { actor: 'reconciliation', alertsOwner: true }

type Answer = ProviderRefund[] | ProviderRefusal

/**
 * Asks the providers about refunds that are due. One unknown to the provider never arrived and is sent again with the
 * same receipt. Several processes may run it. After `signal` it waits for nothing; unfinished refunds are due after
 * their lease.
 * @returns the number that ended
 */
export async function reconcileRefunds(
  waiting: Refunding & Pick<Services, 'db'>,
  signal = new AbortController().signal,
): Promise<number> {
  const services = { ...waiting, payments: askedUntil(signal, waiting.payments) }
  const now = services.clock()
  let ended = 0
  while (!signal.aborted) {
    const due = await pickDue(services, now)
    for (let start = 0; start < due.length && !signal.aborted; start += BATCH) {
      const outcomes = await Promise.all(
        due.slice(start, start + BATCH).map((refund) => check(services, refund, signal)),
      )
      ended += outcomes.filter((hasEnded) => hasEnded).length
    }
    if (due.length < BATCH) break
  }
  return ended
}

/** Nobody waits for them after `signal`. */
const askedUntil = (signal: AbortSignal, payments: Payments): Payments => ({
  ...payments,
  refund: (account, request) => abortable(payments.refund(account, request), signal),
  refundsOf: (account, payment) => abortable(payments.refundsOf(account, payment), signal),
})

/** Per shard on Citus. */
async function pickDue({ db: { sql }, logger }: Pick<Services, 'db' | 'logger'>, now: Date): Promise<Due[]> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const { rows, failures } = await leaseDue(sql, now, { until: leasedUntil, limit: BATCH })
  for (const reason of failures) logger.warn({ reason }, 'Some refunds could not be checked')
  return rows
}

async function check(services: Refunding, { storeId, id }: Due, signal: AbortSignal): Promise<boolean> {
  const where = { storeId, id, status: 'PENDING' as const }
  const refund = await services.db.prisma.refund.findFirst({ where, include: { order: true } })
  if (!refund) return false
  const { order, ...known } = refund
  try {
    await ask(services, order, known)
  } catch (error) {
    if (signal.aborted) return false
    services.logger.warn({ err: error, orderNo: order.orderNo }, 'A refund could not be reconciled')
  }
  return !(await askLater(services, known))
}

/** @throws Problem UPSTREAM_FAILED when the provider does not answer */
async function ask(services: Refunding, order: RefundedOrder, refund: Refund): Promise<void> {
  const reported = await findAtProvider(services, order, refund)
  if (reported === null) return sendRefund(services, order, refund, reporter)
  if (reported !== 'no account' && !isRefusal(reported)) return settle(services, order, reported, reporter)
  if (services.clock().getTime() - refund.createdAt.getTime() < WITHOUT_ACCOUNT_MS) return
  if (reported === 'no account') await failRefund(services, refund, NO_ACCOUNT, reporter)
  else await markLost(services, refund, reported.refused, reporter)
}

/** Null when the provider does not know it; a refusal when every account was refused. */
async function findAtProvider(
  services: Refunding,
  order: RefundedOrder,
  { storeId, id, providerPaymentId, providerRefundId }: Refund,
): Promise<ProviderRefund | ProviderRefusal | null | 'no account'> {
  const payment = paymentOf(order, providerPaymentId)
  const [account, ...others] = await findAccountsOf(services, storeId, order)
  if (!account || !payment) return 'no account'
  // Keys may be revoked; newer keys of the merchant find the payment, too.
  const refunds = await others.reduce(
    (asked, other) => orOf(asked, () => services.payments.refundsOf(other, payment)),
    services.payments.refundsOf(account, payment),
  )
  if (isRefusal(refunds)) return refunds
  const isIt = (reported: ProviderRefund) => reported.receipt === id || reported.providerRefundId === providerRefundId
  return refunds.find(isIt) ?? null
}

/** The first good answer. With one account unanswered and none good, the refusal is uncertain. */
async function orOf(first: Promise<Answer>, next: () => Promise<Answer>): Promise<Answer> {
  const reported = await first.catch((error: unknown) => ({ error }))
  if (Array.isArray(reported)) return reported
  const other = await next()
  if ('error' in reported && isRefusal(other)) throw reported.error
  return isRefusal(other) && isRefusal(reported) ? moreInformative(reported, other) : other
}

/** Pauses grow with the refund's age. @returns whether it is still in progress */
async function askLater({ db: { prisma }, clock }: Refunding, { storeId, id, createdAt }: Refund): Promise<boolean> {
  const now = clock().getTime()
  const gap = Math.min(Math.max(60_000, now - createdAt.getTime()), LONGEST_GAP_MS)
  const { count } = await prisma.refund.updateMany({
    where: { storeId, id, status: 'PENDING' },
    data: { checkAt: new Date(now + gap) },
  })
  return count > 0
}
