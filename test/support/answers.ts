import { mapTexts } from './tenants.ts'

/** What is new with every call, by how it looks. */
const random: readonly [name: string, pattern: RegExp][] = [
  ['token', /eyJ[\w-]+\.[\w-]+\.[\w-]+/g],
  ['bcrypt', /\$2[aby]\$\d\d\$[\w./]{53}/g],
  ['uuid', /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g],
  ['hex', /\b[\da-f]{64}\b/g],
  ['key', /sk_[\w-]{43}/g],
  ['webhook secret', /whsec_[\w+/]{43}=/g],
  ['sealed secret', /v1\.[\w-]+\.[\w-]{60,}/g],
  ['end of a preview', /\b\d{13}(?=\.hmac:)/g],
  ['keyed hash', /hmac:[\w-]{43}/g],
  ['order number', /ORD-[\dA-Z]{10}/g],
  ['provider order', /order_[\w-]{36}/g],
  ['payment', /pay_[\w-]{16}/g],
  ['referral code', /\b[\dA-HJKMNP-TV-Z]{8}\b/g],
  ['moment', /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g],
]

export interface Masks {
  /** Texts that the request has sent, by what they are: an answer may repeat them. */
  sent: ReadonlyMap<string, string>
  /** Texts of the store that was asked: these are never random. */
  known: ReadonlySet<string>
}

/** The answer with what was sent and what is random replaced by its name, so that two can be compared. */
export function masked(answer: unknown, { sent, known }: Masks): unknown {
  return mapTexts(answer, (text) => {
    const unsent = withoutSent(text, sent)
    return random.reduce(
      (masked, [name, pattern]) => masked.replace(pattern, (found) => (known.has(found) ? found : `<${name}>`)),
      unsent,
    )
  })
}

/** What was sent is gone, the longest first, since one may be part of another. */
export function withoutSent(text: string, sent: ReadonlyMap<string, string>): string {
  const longestFirst = [...sent].sort(([a], [b]) => b.length - a.length)
  return longestFirst.reduce((rest, [value, name]) => rest.replaceAll(value, `<sent ${name}>`), text)
}

/** Lists of the answer, by where they stand, that have no entry anywhere: nothing was reached there. */
export function emptyLists(answer: unknown): string[] {
  const lengths = new Map<string, number>()
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      lengths.set(path, (lengths.get(path) ?? 0) + value.length)
      for (const entry of value) walk(entry, path)
    } else for (const [name, entry] of Object.entries(value)) walk(entry, path === '' ? name : `${path}.${name}`)
  }
  walk(answer, '')
  return [...lengths].filter(([, length]) => length === 0).map(([path]) => path)
}

/** The first cursor that the answer has for the list at `place`; entries of lists on the way are tried in turn. */
export function cursorAt(answer: unknown, place: readonly string[]): string | undefined {
  if (Array.isArray(answer)) return answer.map((entry) => cursorAt(entry, place)).find((cursor) => cursor !== undefined)
  if (typeof answer !== 'object' || answer === null) return undefined
  const [name, ...rest] = place
  if (name !== undefined) return cursorAt((answer as Record<string, unknown>)[name], rest)
  return (answer as { edges?: { cursor: string }[] }).edges?.[0]?.cursor
}
