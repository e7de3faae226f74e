import type { MailName, RefundExtent } from '../mail-name.ts'
import { english } from './english.ts'

/** The texts of the mails in one language. */
export interface Words {
  /** Subject and body of each mail, with placeholders. An empty line divides paragraphs of a body. */
  mails: Readonly<Record<MailName, { subject: string; body: string }>>
  /** What stands before values, and at the head of columns. */
  labels: Readonly<Record<Label, string>>
  refundExtent: Readonly<Record<RefundExtent, string>>
  playMoney: string
  /** How dates are written: a BCP 47 language tag. */
  dates: string
  /** How amounts are written. */
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

/** The texts by language (ISO 639-1). Another language is another entry. */
export const words = { en: english } as const satisfies Record<string, Words>

export type Language = keyof typeof words
export const DEFAULT_LANGUAGE: Language = 'en'
