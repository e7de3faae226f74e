import { z } from 'zod'
import type { Logger } from '../../platform/logger.ts'
import { Problem } from '../../platform/problem.ts'
import { callProvider, type ProviderCall } from './call-provider.ts'
import type { Payments, ProviderAccount, ProviderRefund } from './provider.ts'
import { isRefusal, ProviderFailure, type ProviderRefusal } from './provider-failure.ts'
import { currencyCode, paymentEntity, providerId, refundEntity, subunits } from './razorpay-shapes.ts'
import { amountRefused } from './smallest-amount.ts'

interface RazorpayOptions {
  /** Without `/v1` or a trailing slash. */
  baseUrl: string
  timeoutMs: number
  log: Logger
}

const orderAnswer = z.object({ id: providerId, amount: subunits, currency: currencyCode })
const paymentsAnswer = z.object({ items: z.array(z.looseObject({ status: z.string() })) })
/** Otherwise the account's settings decide. In minutes: captured within a day, returned to the buyer after 5. */
const AUTOMATIC_CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 24 * 60, manual_expiry_period: 5 * 24 * 60, refund_speed: 'normal' },
}
/** The largest page, more than ever occur. */
const REFUNDS = 100
const refundsAnswer = z.object({ items: z.array(refundEntity) })

/** https://razorpay.com/docs/api/orders/ @throws Error when the base URL holds a user or a password */
export function createRazorpay({ baseUrl, timeoutMs, log }: RazorpayOptions): Payments {
  const { username, password } = new URL(baseUrl)
  if (username || password) throw new Error("The payment provider's URL must not contain a user name or password")

  /** The buyer only learns that the provider is unavailable. */
  async function orUnavailable<T>(about: Record<string, string>, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.error({ ...about, err: error }, 'Payment provider unavailable')
      throw new Problem('UPSTREAM_FAILED', 'Payment provider unavailable', {
        reason: 'PROVIDER_UNAVAILABLE',
        cause: error,
      })
    }
  }

  const call = (
    { keyId, keySecret }: ProviderAccount,
    request: Pick<ProviderCall, 'method' | 'headers' | 'body'> & { path: string },
  ) => {
    const { path, ...rest } = request
    return callProvider({ ...rest, url: `${baseUrl}/v1${path}`, keyId, keySecret }, { timeoutMs, log })
  }

  return {
    ownOrderId: () => null,

    createOrder: (account, { amount, currency, orderNo }) =>
      orUnavailable({ storeId: account.storeId, orderNo }, async () => {
        const body = { amount: Number(amount), currency, receipt: orderNo, payment: AUTOMATIC_CAPTURE }
        const answer = await call(account, { method: 'POST', path: '/orders', body }).catch((error: unknown) => {
          const refusal = error instanceof ProviderFailure ? error.refusal : null
          if (!refusal?.isAboutAmount) throw error
          log.warn({ storeId: account.storeId, orderNo, err: error }, 'The payment provider rejected an amount')
          const message = amountRefused(account.provider, { amount, currency }, refusal.refused)
          throw new Problem('BAD_USER_INPUT', message, { reason: 'PROVIDER_REFUSED_AMOUNT', cause: error })
        })
        const order = shaped(orderAnswer, answer)
        if (order.amount !== amount || order.currency !== currency) {
          throw new ProviderFailure('answered', 'The payment provider made an order of another amount or currency')
        }
        return { id: order.id }
      }),

    paymentsOf: (account, providerOrderId) =>
      orUnavailable({ storeId: account.storeId, providerOrderId }, async () => {
        const path = `/orders/${encodeURIComponent(providerOrderId)}/payments`
        const { items } = shaped(paymentsAnswer, await call(account, { method: 'GET', path }))
        const having = (wanted: string) => {
          const found = items.filter(({ status }) => status === wanted)
          const payments = shaped(z.array(paymentEntity), found)
          if (payments.every((payment) => payment.providerOrderId === providerOrderId)) return payments
          throw new ProviderFailure('answered', 'The payment provider answered with payments of another order')
        }
        return { captured: having('captured'), authorized: having('authorized') }
      }),

    refund: (account, { providerPaymentId, amount, currency, receipt }) =>
      orUnavailable({ storeId: account.storeId, providerPaymentId, receipt }, async () => {
        const path = `/payments/${encodeURIComponent(providerPaymentId)}/refund`
        const body = { amount: Number(amount), receipt }
        const headers = { 'X-Refund-Idempotency': receipt }
        const answer = await orRefusal(call(account, { method: 'POST', path, headers, body }))
        if (isRefusal(answer)) return answer
        const refund = shaped(refundEntity, answer.reported)
        if (refund.amount === amount && refund.currency === currency) return ofPayment(refund, providerPaymentId)
        throw new ProviderFailure('answered', 'The payment provider made a refund of another amount or currency')
      }),

    refundsOf: (account, { providerPaymentId }) =>
      orUnavailable({ storeId: account.storeId, providerPaymentId }, async () => {
        const path = `/payments/${encodeURIComponent(providerPaymentId)}/refunds?count=${REFUNDS}`
        const answer = await orRefusal(call(account, { method: 'GET', path }))
        if (isRefusal(answer)) return answer
        const { items } = shaped(refundsAnswer, answer.reported)
        return items.map((refund) => ofPayment(refund, providerPaymentId))
      }),
  }
}

const orRefusal = (answer: Promise<unknown>): Promise<{ reported: unknown } | ProviderRefusal> =>
  answer.then(
    (reported) => ({ reported }),
    (error: unknown) => {
      if (error instanceof ProviderFailure && error.refusal !== null) return error.refusal
      throw error
    },
  )

/** @throws ProviderFailure when it belongs to another payment */
function ofPayment(refund: ProviderRefund, providerPaymentId: string): ProviderRefund {
  if (refund.providerPaymentId === providerPaymentId) return refund
  throw new ProviderFailure('answered', 'The payment provider answered with a refund of another payment')
}

function shaped<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  // Names of fields only, never values.
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ')
  throw new ProviderFailure('answered', `The payment provider answered in another shape: ${fields}`)
}
