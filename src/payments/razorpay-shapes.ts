import { z } from 'zod'
import { oneLine } from '../platform/text/text.ts'
import { isStorableMoment } from '../platform/time.ts'
import type { CapturedPayment, ProviderDispute, ProviderRefund } from './provider.ts'

/** An id from a provider that is safe in a URL, a column and a log line. */
export const providerId = z.string().regex(/^[\w-]{1,100}$/)

/** An amount in subunits. Numbers that JavaScript cannot hold exactly are refused. */
export const subunits = z.int().nonnegative().transform(BigInt)

/** Of a refund or a dispute, which are never about nothing. */
const positiveSubunits = z.int().positive().transform(BigInt)

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

/** Seconds since 1970, of a time that can be written down. */
const moment = z
  .int()
  .transform((seconds) => new Date(seconds * 1000))
  .refine(isStorableMoment)

/** Characters of a reason. */
const LONGEST_REASON = 200

/** Without parentheses, by which the reason is found in the order's note. */
const reason = z.string().transform((text) => {
  const line = oneLine(text).replace(/[()]/g, '')
  return line === '' ? null : [...line].slice(0, LONGEST_REASON).join('')
})

/** Razorpay's dispute entity: https://razorpay.com/docs/api/disputes/entity */
export const disputeEntity = z
  .object({
    id: providerId,
    payment_id: providerId,
    amount: positiveSubunits,
    currency: currencyCode,
    reason_code: reason.nullish(),
    reason_description: reason.nullish(),
    respond_by: moment.nullish(),
    created_at: moment.nullish(),
  })
  .transform(
    ({
      id,
      payment_id,
      amount,
      currency,
      reason_code,
      reason_description,
      respond_by,
      created_at,
    }): ProviderDispute => ({
      ...{ disputeId: id, providerPaymentId: payment_id, amount, currency },
      reason: reason_description ?? reason_code?.replaceAll('_', ' ') ?? null,
      respondBy: respond_by ?? null,
      since: created_at ?? null,
    }),
  )
