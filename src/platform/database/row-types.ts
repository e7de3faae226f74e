import pg from 'pg'

/** PostgreSQL's numbers of the types whose values do not stay text. */
const { BOOL, INT8, INT2, INT4, FLOAT8, JSON: JSON_TYPE, JSONB, TIMESTAMPTZ } = pg.types.builtins
// Not among pg's names, which its types take for all that there are.
const TEXT_ARRAY = 1009 as typeof BOOL

const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY)
const parseMoment = pg.types.getTypeParser(TIMESTAMPTZ)

/** An array without quotes, which most are: `{a,b}`. */
const PLAIN_ARRAY = /^\{[^"\\]*\}$/

/** How pg writes it in a session in UTC: `2026-01-31 09:30:00.123+00`. */
const PLAIN_MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)\+00$/

function textArray(text: string): unknown {
  if (text === '{}') return []
  return PLAIN_ARRAY.test(text) && !/\bNULL\b/i.test(text) ? text.slice(1, -1).split(',') : parseTextArray(text)
}

function moment(text: string): unknown {
  const [, day, time] = PLAIN_MOMENT.exec(text) ?? []
  return day ? new Date(`${day}T${time}Z`) : parseMoment(text)
}

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

const asText = (text: string) => text

export const rowTypes: pg.CustomTypesConfig = {
  // pg calls it with the format as well, which is text as long as nobody asks for binary rows.
  getTypeParser: (type: number) => rowParsers[type] ?? asText,
}
