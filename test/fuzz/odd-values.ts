import fc from 'fast-check'

/** JSON text that no value stands for: numbers out of range, a key twice, what is no JSON at all. */
export class Written {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The JSON text of a value that may hold pieces of written text. */
export function written(value: unknown): string {
  if (value instanceof Written) return value.text
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${written(item)}`)
    .join(',')}}`
}

/** Of any characters, halves of surrogate pairs among them. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff), fc.nat(0x10ffff)), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points))

/** Opaque cursors that hold something else than what a list gave out. */
const oddCursor = fc
  .array(
    fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom('0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', 2 ** 40),
    ),
  )
  .map((fields) => Buffer.from(JSON.stringify(fields)).toString('base64url'))

const knownOddTexts = [
  ...[
    '',
    ' ',
    '\t\n',
    '\0',
    'a\0b',
    '\\u0000',
    '\ud800',
    'x\udfffy',
    '\ud83d',
    '\u2028\u2029',
    '\ufeff',
    '\u0007\u001b[31m',
  ],
  ...[
    '\u202etxt.exe',
    'مرحبا بالعالم',
    'שלום',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈'.repeat(60),
    'e\u0301'.repeat(40),
    'Ａ９８７',
    '٩٨٧',
    'ﷺ'.repeat(300),
    'İ',
    'ß',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'null', 'undefined', 'true'],
  ...['NaN', 'Infinity', '-0', '1e309', '0x1F', '1_000', '９', '1e3', '.5'],
  ...[
    "'; DROP TABLE orders; --",
    '" OR 1=1 --',
    '%',
    '%%',
    '_',
    '\\',
    '%00',
    '%ff',
    '$1',
    '{{7*7}}',
    '<script>alert(1)</script>',
  ],
  ...[
    '../../etc/passwd',
    '..\\..\\x',
    '//evil.example',
    'javascript:alert(1)',
    'a@b',
    'a@b.c@d.e',
    '"a b"@example.com',
    `${'a'.repeat(64)}@${'b'.repeat(250)}.example`,
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '{00000000-0000-0000-0000-000000000000}',
    'ORD-0000000000',
    'order_',
    `order_${'A'.repeat(36)}`,
  ],
  ...['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '+999999-01-01T00:00:00Z', '1e400', '9'.repeat(400)],
]

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...knownOddTexts) },
  { weight: 2, arbitrary: anyText },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: oddCursor },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('x', 'ä', '😀', '9', ' ', '\u202e'),
        fc.constantFrom(51, 73, 101, 201, 256, 501, 1001, 2001, 9000),
      )
      .map(([character, times]) => character.repeat(times)),
  },
)

const numberTexts = ['1e999', '-1e999', '-0', '1e-400', '123456789012345678901234567890', '1.0', '1E2', '0.1e1']

export const oddNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(-0, 0, -1, 1, 0.5, 1.5, 100, 1e308, -1e308, 5e-324, 1e21, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63),
  fc.constantFrom(...numberTexts).map((text) => new Written(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const nested = (open: string, close: string) => (depth: number) =>
  new Written(`${open.repeat(depth)}${open.endsWith(':') ? '1' : ''}${close.repeat(depth)}`)

const deep = fc.oneof(
  fc.constantFrom(10, 100, 1_000, 20_000).map(nested('[', ']')),
  fc.constantFrom(10, 100, 1_000, 8_000).map(nested('{"a":', '}')),
  fc.constantFrom(10, 100, 1_000).map(nested('{"__proto__":', '}')),
)

const oddObject = fc.constantFrom<unknown>(
  {},
  [],
  [[]],
  [null],
  new Written('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
  new Written('{"__proto__":null}'),
  new Written('{"a":1,"a":{"a":2},"a":"3"}'),
  { toString: 1, valueOf: null, toJSON: 'x' },
  { length: -1 },
  { length: 1e9, 0: 'x' },
  { length: { toString: 1 } },
  { length: nested('[', ']')(20_000) },
  new Written('{"then":1}'),
  { $ref: '#', $gt: '', set: 1, increment: 1 },
  { '': '' },
  { '\0': '\0', '\ud800': '\ud800' },
  Array.from({ length: 101 }, (_, index) => index),
  Array.from({ length: 60 }, () => ({})),
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, index])),
)

/** Any value that a client may send where something else is expected. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: oddText },
  { weight: 4, arbitrary: oddNumber },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false) },
  { weight: 4, arbitrary: oddObject },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** What a header can hold on the wire: no control characters but the tab, no character beyond a byte. */
export const oddHeader: fc.Arbitrary<string> = fc.oneof(
  oddText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '').slice(0, 4_000)),
  fc.constantFrom(
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'bearer  x',
    'Basic YTpi',
    'Bearer a.b.c',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Bearer \xff\xfe',
  ),
  fc.constantFrom(
    '::1',
    '1.2.3.4, 5.6.7.8',
    'unknown',
    '999.999.999.999',
    '[::1]:80',
    ',,,',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
  ),
)
