import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonMistake } from '../../src/commerce/bundle/json-mistake.ts'

const cases: [text: string, line: number, column: number, expected: string, found: string][] = [
  ['', 1, 1, 'a value', ''],
  ['{\n "a": tru\n}', 2, 7, 'a value', 'tru'],
  ['{"a": 1,}', 1, 9, 'a field name in double quotes', '}'],
  ["{'a': 1}", 1, 2, 'a field name in double quotes or "}"', "'a': 1}"],
  ['{"a" 1}', 1, 6, '":"', '1}'],
  ['{"a": 1 "b": 2}', 1, 9, '"," or "}"', '"b": 2}'],
  ['[1, 2', 1, 6, '"," or "]"', ''],
  ['[1,\r\n 2}', 2, 3, '"," or "]"', '}'],
  ['["a\tb"]', 1, 2, 'a value or "]"', '"a\tb"]'],
  ['{"a": 01}', 1, 7, 'a value', '01}'],
  ['[] []', 1, 4, 'the end of the file', '[]'],
]

describe('A mistake in JSON', () => {
  it.each(cases)('in %j is found', (text, line, column, expected, found) => {
    expect(findJsonMistake(text)).toEqual({ line, column, expected, found })
  })

  it('is found exactly where JSON.parse finds one, too', () => {
    const fragment = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"\\u12"',
      '-1.5e3',
      '01',
      'true',
      'nul',
      ' ',
      '\n',
    )
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(fragment).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (json) => {
        expect(findJsonMistake(json) === null).toBe(isJson(json))
      }),
      { numRuns: 2_000 },
    )
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
