import { z } from 'zod'
import { oneLine } from '../../platform/text/text.ts'
import { isStorableMoment } from '../../platform/time.ts'
import type { CapturedPayment, ProviderDispute, ProviderRefund } from './provider.ts'

/** Safe in a URL, a column and a log line. */
export const providerId = z.string().regex(/^[\w-]{1,100}$/)

/** Refuses numbers that JavaScript cannot hold exactly. */
export const subunits = z.int().nonnegative().transform(BigInt)

/** Refunds and disputes are never about nothing. */
const positiveSubunits = z.int().positive().transform(BigInt)

export const currencyCode = z.string().regex(/^[A-Z]{3}$/)

/** A payment of an order, in the API and in webhooks. */
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
      providerRefundId: id,
      providerPaymentId: payment_id,
      amount,
      currency,
      status,
      receipt: receipt ?? null,
    }),
  )

/** Seconds since 1970, within the range of dates. */
const moment = z
  .int()
  .transform((seconds) => new Date(seconds * 1000))
  .refine(isStorableMoment)

const LONGEST_REASON = 200

/** Without parentheses, which enclose the reason in the order's note. */
const reason = z.string().transform((text) => {
  const line = oneLine(text).replace(/[()]/g, '')
  return line === '' ? null : [...line].slice(0, LONGEST_REASON).join('')
})

/** https://razorpay.com/docs/api/disputes/entity */
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
      disputeId: id,
      providerPaymentId: payment_id,
      amount,
      currency,
      reason: reason_description ?? reason_code?.replaceAll('_', ' ') ?? null,
      respondBy: respond_by ?? null,
      since: created_at ?? null,
    }),
  )
