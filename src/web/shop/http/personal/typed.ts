import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { Context } from '../../../../api/context.ts'
import type { Fields } from './personal-page.ts'

/** Enough for a log-in or sign-up, also for one who has to look for the password. */
const KEPT_MS = 60 * 60_000
/** Browsers refuse a cookie of more than 4 KB. */
const MOST_SEALED = 3_800
const MOST_TEXT = 64 * 1024

/** Contact, place and note; how it is delivered and paid is in the cart. */
const KEPT = /^(buyer\.|delivery\.(country|region|postalCode)$)/
const NOTE = 'buyer.notes'

const typed = z.object({ cart: z.string(), until: z.number(), fields: z.record(z.string(), z.string()) })

type Keeper = Pick<Context, 'store'> & { services: Pick<Context['services'], 'seal'> }

interface Typed {
  sealed: string
  expiresAt: Date
}

/** What of a form is kept for this cart alone, readable for this service alone; null for nothing. */
export function sealTyped(keeper: Keeper, cart: string | null, sent: Fields): Typed | null {
  const fields = Object.fromEntries(
    Object.entries(sent).filter(([name, text]) => KEPT.test(name) && text.trim() !== ''),
  )
  if (cart === null || Object.keys(fields).length === 0) return null
  // By the clock of browsers, which delete the cookie.
  const until = Date.now() + KEPT_MS
  const text = JSON.stringify({ cart, until, fields } satisfies z.infer<typeof typed>)
  const sealed = keeper.services.seal.seal(keeper.store.id, deflateRawSync(text).toString('base64'))
  if (sealed.length <= MOST_SEALED) return { sealed, expiresAt: new Date(until) }
  // A long note of random text: all the rest is short.
  return fields[NOTE] === undefined ? null : sealTyped(keeper, cart, { ...fields, [NOTE]: '' })
}

/** Null for what is of another cart or store, too old or made up. */
export function openTyped({ services, store }: Keeper, cart: string | null, sealed: string | null): Fields | null {
  if (cart === null || sealed === null) return null
  const packed = services.seal.open(store.id, sealed)
  if (packed === null) return null
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_TEXT }).toString()
    const kept = typed.parse(JSON.parse(text))
    if (kept.cart !== cart || kept.until < Date.now()) return null
    // Else one of the customer's addresses would be chosen once they have logged in.
    return kept.fields['buyer.address'] ? { ...kept.fields, addressId: '' } : kept.fields
  } catch {
    return null
  }
}
