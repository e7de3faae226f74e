import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CapturedPayment } from './provider.ts'

type PaymentIds = Pick<CapturedPayment, 'providerOrderId' | 'providerPaymentId'>

/** Proves to the buyer's page that an order is paid: HMAC-SHA256, 64 lower-case hex digits. */
export const paymentSignature = (keySecret: string, ids: PaymentIds): string => hmac(keySecret, signedText(ids))

/** Refuses upper case, which no provider sends. Never throws. */
export const isPaymentSignature = (keySecret: string, ids: PaymentIds, signature: string): boolean =>
  isSignature(keySecret, signedText(ids), signature)

/** HMAC-SHA256 of the raw body, in hex. */
export const webhookSignature = (webhookSecret: string, body: Uint8Array | string): string => hmac(webhookSecret, body)

/** False without a secret. Never throws. */
export const isWebhookSignature = (
  webhookSecret: string | null,
  body: Uint8Array | string,
  signature: string | undefined,
): boolean => isSignature(webhookSecret, body, signature)

const signedText = ({ providerOrderId, providerPaymentId }: PaymentIds): string =>
  `${providerOrderId}|${providerPaymentId}`

const hmac = (secret: string, data: Uint8Array | string): string =>
  createHmac('sha256', secret).update(data).digest('hex')

/** Constant time, so that it reveals nothing of the signature. */
function isSignature(secret: string | null, data: Uint8Array | string, signature: string | undefined): boolean {
  if (!secret || !signature || !/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(hmac(secret, data)))
}
