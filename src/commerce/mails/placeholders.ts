import { MailName } from './mail-name.ts'

/** Written as `{{name}}`. */
export const placeholders = {
  'store.name': 'the name of the store',
  'order.number': 'the number of the order',
  'order.date': 'when it was placed, in the time zone of the store',
  'order.total': 'its total, with the currency',
  'buyer.name': 'the name of the buyer',
  'pickup.address': 'where it is picked up',
  'pickup.hours': 'when that place is open, in your words',
  'shipping.carrier': 'who carries it',
  'shipping.trackingNumber': 'the number by which the carrier knows it',
  'shipping.trackingUrl': 'where it can be followed',
  'refund.amount': 'what has gone back, with the currency',
  'refund.extent': 'a sentence that says whether that is all of it',
  'attention.reason': 'why the order needs attention',
} as const

export type Placeholder = keyof typeof placeholders
export type Values = Readonly<Partial<Record<Placeholder, string>>>

const common: readonly Placeholder[] = ['store.name', 'order.number', 'order.date', 'order.total', 'buyer.name']

const more: Readonly<Partial<Record<MailName, readonly Placeholder[]>>> = {
  [MailName.ORDER_READY]: ['pickup.address', 'pickup.hours'],
  [MailName.ORDER_SHIPPED]: ['shipping.carrier', 'shipping.trackingNumber', 'shipping.trackingUrl'],
  [MailName.ORDER_REFUNDED]: ['refund.amount', 'refund.extent'],
  [MailName.NEEDS_ATTENTION]: ['attention.reason'],
}

export const placeholdersOf = (name: MailName): readonly Placeholder[] => [...common, ...(more[name] ?? [])]

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** A sentence for the owner; null when nothing is wrong. @param label what the sentence calls the text */
export function placeholderMistake(label: string, text: string, name: MailName): string | null {
  const known = placeholdersOf(name)
  const list = known.map((placeholder) => `{{${placeholder}}}`).join(', ')
  for (const [, found = ''] of text.matchAll(PLACEHOLDER)) {
    if (!(known as readonly string[]).includes(found)) {
      return `${label} has an unknown placeholder, {{${found.slice(0, 50)}}}. This mail has ${list}.`
    }
  }
  const rest = text.replace(PLACEHOLDER, '')
  if (!/\{\{|\}\}/.test(rest)) return null
  return `${label} has unmatched braces. A placeholder looks like {{${known[0]}}}.`
}

/** Once: a value that looks like a placeholder stays as it is. */
export const fill = (text: string, values: Values): string =>
  text.replace(PLACEHOLDER, (_, name: Placeholder) => values[name] ?? '')
