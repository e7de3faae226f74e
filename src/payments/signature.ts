import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CapturedPayment } from './provider.ts'

export type PaymentIds = Pick<CapturedPayment, 'providerOrderId' | 'providerPaymentId'>

/** With what a provider vouches to the buyer's page that the order is paid: HMAC-SHA256, 64 lower-case hex digits. */
export const paymentSignature = (keySecret: string, ids: PaymentIds): string => hmac(keySecret, signedText(ids))

/** Whether it is the provider's, digit for digit: providers send no upper case. Never throws. */
export const isPaymentSignature = (keySecret: string, ids: PaymentIds, signature: string): boolean =>
  isSignature(keySecret, signedText(ids), signature)

/** With what a provider signs a notice: HMAC-SHA256 of the body, byte for byte as it came, in hex. */
export const webhookSignature = (webhookSecret: string, body: Uint8Array | string): string => hmac(webhookSecret, body)

/** Whether the notice is the provider's. Without a secret no notice is. Never throws. */
export const isWebhookSignature = (
  webhookSecret: string | null,
  body: Uint8Array | string,
  signature: string | undefined,
): boolean => isSignature(webhookSecret, body, signature)

const signedText = ({ providerOrderId, providerPaymentId }: PaymentIds): string =>
  `${providerOrderId}|${providerPaymentId}`

const hmac = (secret: string, data: Uint8Array | string): string =>
  createHmac('sha256', secret).update(data).digest('hex')

/** Compares in a time that does not tell how much of the signature is right. */
function isSignature(secret: string | null, data: Uint8Array | string, signature: string | undefined): boolean {
  if (!secret || !signature || !/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(hmac(secret, data)))
}
