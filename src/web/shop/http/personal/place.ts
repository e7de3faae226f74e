import { z } from 'zod'
import { placeMistakes } from '../../../../shared/place-mistakes.ts'
import { regionIn } from '../../views/region-field.tsx'
import type { Fields } from './personal-page.ts'

/** Where this browser's orders go, as somebody has said once. */
export type Place = z.infer<typeof place>

const place = z.object({
  country: z.string().regex(/^[A-Z]{2}$/),
  region: z.string().max(100).nullable(),
  postalCode: z.string().max(20).nullable(),
})

/** Of a form whose fields are named as those of the checkout; null when it names none. */
export function placeIn(fields: Fields, home: string | null): Place | null {
  const [given, region, postalCode] = ['country', 'region', 'postalCode'].map(
    (part) => fields[`delivery.${part}`]?.trim() || null,
  )
  const country = given ?? home
  if (!country || !(given || region || postalCode)) return null
  return { country, region: regionIn(region ?? '', country) || null, postalCode: postalCode ?? null }
}

export const mistakesOf = (at: Place) =>
  placeMistakes(at).map(({ field, message }) => ({ field: `delivery.${field}`, message }))

/** Null also for one that the shop would refuse. */
export function possiblePlace(fields: Fields, home: string | null): Place | null {
  const at = placeIn(fields, home)
  return at && mistakesOf(at).length === 0 ? at : null
}

export const encodePlace = (at: Place): string => Buffer.from(JSON.stringify(at)).toString('base64url')

/** Null also for one that the shop would refuse. */
export function decodePlace(text: string | undefined): Place | null {
  if (text === undefined) return null
  try {
    const at = place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return mistakesOf(at).length === 0 ? at : null
  } catch {
    return null
  }
}
