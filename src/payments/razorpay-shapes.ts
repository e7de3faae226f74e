import { z } from 'zod'
import type { CapturedPayment } from './provider.ts'

/** An id that a provider gave: fit for a URL, a column and a log line. */
export const providerId = z.string().regex(/^[\w-]{1,100}$/)

/** In subunits. Only numbers that JavaScript holds exactly pass. */
export const subunits = z.int().nonnegative().transform(BigInt)

export const currencyCode = z.string().regex(/^[A-Z]{3}$/)

/** Razorpay's payment entity, as its API and its notices show one that belongs to an order. */
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
