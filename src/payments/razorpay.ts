import { z } from 'zod'
import type { Logger } from '../platform/logger.ts'
import { Problem } from '../platform/problem.ts'
import { callProvider } from './call-provider.ts'
import type { Payments, ProviderAccount } from './provider.ts'
import { ProviderFailure } from './provider-failure.ts'
import { currencyCode, paymentEntity, providerId, subunits } from './razorpay-shapes.ts'

export interface RazorpayOptions {
  /** Without `/v1` or a trailing slash. */
  baseUrl: string
  timeoutMs: number
  log: Logger
}

const orderAnswer = z.object({ id: providerId, amount: subunits, currency: currencyCode })
const paymentsAnswer = z.object({ items: z.array(z.looseObject({ status: z.string() })) })

/**
 * Client for Razorpay's Orders API or a compatible one: https://razorpay.com/docs/api/orders/
 * @throws Error when the base URL holds a user or a password
 */
export function createRazorpay({ baseUrl, timeoutMs, log }: RazorpayOptions): Payments {
  const { username, password } = new URL(baseUrl)
  if (username || password) throw new Error("The payment provider's URL must hold no user and no password")

  /** Logs the details of a failure; the buyer only learns that the provider is unavailable. */
  async function orUnavailable<T>(about: Record<string, string>, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.error({ ...about, err: error }, 'Payment provider unavailable')
      throw new Problem('UPSTREAM_FAILED', 'Payment provider unavailable', { cause: error })
    }
  }

  const call = (
    { keyId, keySecret }: ProviderAccount,
    request: { method: 'GET' | 'POST'; path: string; body?: Record<string, unknown> },
  ) => {
    const { path, ...rest } = request
    return callProvider({ ...rest, url: `${baseUrl}/v1${path}`, keyId, keySecret }, { timeoutMs, log })
  }

  return {
    ownOrderId: () => null,

    createOrder: (account, { amount, currency, orderNo }) =>
      orUnavailable({ storeId: account.storeId, orderNo }, async () => {
        const body = { amount: Number(amount), currency, receipt: orderNo }
        const order = shaped(orderAnswer, await call(account, { method: 'POST', path: '/orders', body }))
        if (order.amount !== amount || order.currency !== currency) {
          throw new ProviderFailure('answered', 'The payment provider made an order of another amount or currency')
        }
        return { id: order.id }
      }),

    capturedPayments: (account, providerOrderId) =>
      orUnavailable({ storeId: account.storeId, providerOrderId }, async () => {
        const path = `/orders/${encodeURIComponent(providerOrderId)}/payments`
        const { items } = shaped(paymentsAnswer, await call(account, { method: 'GET', path }))
        const captured = items.filter(({ status }) => status === 'captured')
        const payments = shaped(z.array(paymentEntity), captured)
        if (payments.some((payment) => payment.providerOrderId !== providerOrderId)) {
          throw new ProviderFailure('answered', 'The payment provider answered with payments of another order')
        }
        return payments
      }),
  }
}

function shaped<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  // Log the names of fields but never their values.
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ')
  throw new ProviderFailure('answered', `The payment provider answered in another shape: ${fields}`)
}
