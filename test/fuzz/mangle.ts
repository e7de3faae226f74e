import fc from 'fast-check'
import { anyText, oddValue, Written, written } from './odd-values.ts'

/** One thing that is wrong with a value: where, counted through all its parts, and what. */
interface Fault {
  at: number
  change: (part: unknown) => unknown
}

const REMOVED = Symbol('removed')

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Written)

const withExtra = (part: unknown, text: string) =>
  isPlain(part)
    ? new Written(written(part).replace(/\}$/, `${Object.keys(part).length > 0 ? ',' : ''}${text}}`))
    : [part]

const firstKeyAgain = (part: unknown) => {
  const [key] = isPlain(part) ? Object.keys(part) : []
  return withExtra(part, `${JSON.stringify(key ?? 'a')}:null`)
}

const change: fc.Arbitrary<Fault['change']> = fc.oneof(
  { weight: 10, arbitrary: oddValue.map((odd) => () => odd) },
  { weight: 2, arbitrary: fc.constant(() => REMOVED) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Fault['change'][]>(
      (part) => [part],
      (part) => ({ value: part }),
      (part) => written(part),
      (part) => Array.from({ length: 120 }, () => part),
      (part) => (typeof part === 'string' ? part.repeat(40) : [part, part]),
      (part) => withExtra(part, '"__proto__":{"a":1}'),
      (part) => withExtra(part, '"constructor":1,"unknown":[]'),
      firstKeyAgain,
    ),
  },
)

const fault: fc.Arbitrary<Fault> = fc.record({ at: fc.nat(30), change })

/** A value with at least so many faults. */
export const mangled = (right: fc.Arbitrary<unknown>, atLeast = 1): fc.Arbitrary<unknown> =>
  fc
    .tuple(right, fc.array(fault, { minLength: atLeast, maxLength: atLeast + 2 }))
    .map(([value, faults]) => faults.reduce<unknown>((whole, fault) => applied(whole, fault), value))

function applied(whole: unknown, { at, change }: Fault): unknown {
  const wanted = at % countOf(whole)
  let index = -1
  const visit = (part: unknown): unknown => {
    index += 1
    if (index === wanted) return change(part)
    if (Array.isArray(part)) return part.map(visit).filter((item) => item !== REMOVED)
    if (!isPlain(part)) return part
    return Object.fromEntries(
      Object.entries(part)
        .map(([key, item]) => [key, visit(item)])
        .filter(([, item]) => item !== REMOVED),
    )
  }
  const result = visit(whole)
  return result === REMOVED ? new Written('') : result
}

function countOf(part: unknown): number {
  const parts = Array.isArray(part) ? part : isPlain(part) ? Object.values(part) : []
  return parts.reduce((sum: number, item) => sum + countOf(item), 1)
}

const knownFaults: ((text: string) => string | Buffer)[] = [
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => `${text},`,
  (text) => `${text}\0`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(':', ''),
  (text) => text.replace(/"[^"]*"$/, 'NaN'),
  (text) => text.replace('}', ',}'),
  (text) => `//x\n${text}`,
  (text) => ` \r\n\t${text} `,
  (text) => `)]}',\n${text}`,
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]), Buffer.from(text)]),
  (text) => Buffer.from(text.replace(/[a-z]/, '\xff'), 'latin1'),
  (text) => text.padEnd(66_000, ' '),
  () => '',
  () => 'null',
  () => 'true',
  () => '"text"',
  () => '[]',
  () => 'a=1&b=2',
]

/** The text of a body with something wrong in the text itself. */
export const mangledText = (text: fc.Arbitrary<string>): fc.Arbitrary<string | Buffer> =>
  fc.oneof(
    fc.tuple(text, fc.constantFrom(...knownFaults)).map(([whole, wrong]) => wrong(whole)),
    fc.tuple(text, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1))),
    fc
      .tuple(text, fc.nat(), anyText)
      .map(([whole, at, odd]) => `${whole.slice(0, at % whole.length)}${odd}${whole.slice((at % whole.length) + 1)}`),
  )
