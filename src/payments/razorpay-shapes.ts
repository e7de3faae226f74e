import { z } from 'zod'
import type { CapturedPayment, ProviderRefund } from './provider.ts'

/** An id from a provider that is safe in a URL, a column and a log line. */
export const providerId = z.string().regex(/^[\w-]{1,100}$/)

/** An amount in subunits. Numbers that JavaScript cannot hold exactly are refused. */
export const subunits = z.int().nonnegative().transform(BigInt)

/** Of a refund or a dispute, which are never about nothing. */
export const positiveSubunits = z.int().positive().transform(BigInt)

export const currencyCode = z.string().regex(/^[A-Z]{3}$/)

/** Razorpay's payment entity for a payment that belongs to an order, as in its API and its notices. */
export const paymentEntity = z
  .object({ id: providerId, order_id: providerId, amount: subunits, currency: currencyCode })
  .transform(
    ({ id, order_id, amount, currency }): CapturedPayment => ({
      providerOrderId: order_id,
      providerPaymentId: id,
      amount,
      currency,
    }),
  )

/** Razorpay's refund entity, as in its API and its notices. */
export const refundEntity = z
  .object({
    id: providerId,
    payment_id: providerId,
    amount: positiveSubunits,
    currency: currencyCode,
    status: z.enum(['pending', 'processed', 'failed']),
    receipt: z.string().nullish(),
  })
  .transform(
    ({ id, payment_id, amount, currency, status, receipt }): ProviderRefund => ({
      ...{ providerRefundId: id, providerPaymentId: payment_id, amount, currency, status },
      receipt: receipt ?? null,
    }),
  )
