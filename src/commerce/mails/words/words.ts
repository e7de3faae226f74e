import type { MailName, RefundExtent } from '../mail-name.ts'
import { english } from './english.ts'

export interface Words {
  /** With placeholders. An empty line divides paragraphs of a body. */
  mails: Readonly<Record<MailName, { subject: string; body: string }>>
  /** Before values, and at the head of columns. */
  labels: Readonly<Record<Label, string>>
  refundExtent: Readonly<Record<RefundExtent, string>>
  playMoney: string
  /** To the owner, with `{{time}}`. */
  confirmUntil: string
  /** A BCP 47 language tag. */
  dates: string
  numbers: string
}

type Label =
  | 'order'
  | 'placed'
  | 'buyer'
  | 'phone'
  | 'email'
  | 'address'
  | 'notes'
  | 'carrier'
  | 'trackingNumber'
  | 'trackingUrl'
  | 'refunded'
  | 'subtotal'
  | 'discount'
  | 'points'
  | 'shipping'
  | 'tax'
  | 'taxIncluded'
  | 'total'
  | 'payment'
  | 'due'
  | 'paymentFee'
  | 'delivery'
  | 'promised'
  | 'pickUpAt'
  | 'open'
  | 'destination'
  | 'zone'

/** By language (ISO 639-1). */
export const words = { en: english } as const satisfies Record<string, Words>

export type Language = keyof typeof words
export const DEFAULT_LANGUAGE: Language = 'en'
