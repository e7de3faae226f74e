import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { labelledText } from '../../src/platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../src/platform/input/parse-input.ts'
import { routes } from '../../src/process/routes.ts'

const rules = inputRules({
  required: ['name'],
  missing: 'Name required',
  fields: {
    name: labelledText({ label: 'Name', max: 10 }),
    note: optional(labelledText({ label: 'Note', max: 10 })),
    tags: optional(z.array(z.string(), { error: 'Tags must be a list' })),
  },
})
const parse = (input: unknown) => parseInput(rules, input)
const refused = (input: unknown) => expect(() => parse(input))

describe('what an input does not give', () => {
  it.each([[null], [undefined], [''], [' \n']])('is an optional field that is %j', (note) => {
    expect(parse({ name: 'Asha', note })).toEqual({ name: 'Asha' })
  })

  it('is no list in the place of a text, empty or not', () => {
    for (const note of [[], [''], ['x'], {}]) refused({ name: 'Asha', note }).toThrow('Note must be text')
  })

  it.each([
    ['an object', '{"length": {"toString": 1}}'],
    ['an object that is no number either', '{"length": {"toString": null, "valueOf": 1}, "0": "x"}'],
    ['lists in lists', `{"length": ${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('is no text that has as its length %s, however deep the rest is', (_, json) => {
    const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)
    refused({ name: 'Asha', note: JSON.parse(json), other: deep }).toThrow('Note must be text')
    refused({ name: JSON.parse(json), other: deep }).toThrow('Name must be text')
    refused({ name: 'Asha', tags: [JSON.parse(json)] }).toThrow('expected string')
  })

  it('may be an empty list where a list may stand', () => {
    expect(parse({ name: 'Asha', tags: [] })).toEqual({ name: 'Asha', tags: [] })
    refused({ name: 'Asha', tags: 'x' }).toThrow('Tags must be a list')
  })

  it('is a required field that is blank, or an empty list', () => {
    for (const name of [null, ' ', []]) refused({ name }).toThrow('Name required')
  })
})

describe('the optional texts of every route', () => {
  const texts = routes.flatMap(({ path, body }) =>
    Object.entries<z.ZodType>(body?.schema.shape ?? {}).flatMap(([name, field]) => {
      const isText = z.toJSONSchema(field, { io: 'input' }).type === 'string'
      // One that ignores whatever is no text, such as the cart's id at log-in, refuses nothing.
      const isChecked = field.safeParse(undefined).success && !field.safeParse({}).success
      return isText && isChecked ? [{ path, name, field }] : []
    }),
  )

  it('are there', () => expect(texts.length).toBeGreaterThan(8))

  it.each(texts)('refuse an empty list: $name of $path', ({ field }) => {
    expect(field.safeParse([]).success).toBe(false)
  })
})
