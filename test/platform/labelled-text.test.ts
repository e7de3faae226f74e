import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { labelledText } from '../../src/platform/input/labelled-text.ts'
import { characterCount } from '../../src/platform/text/text.ts'

const name = labelledText({ label: 'Name', max: 5, min: 2 })
const complaints = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message)

describe('a text field', () => {
  it.each([
    ['abc', undefined],
    ['👋👋👋👋👋', undefined],
    ['abcdef', ['Name must be at most 5 characters']],
    ['👋👋👋👋👋👋', ['Name must be at most 5 characters']],
    ['a', ['Name must be at least 2 characters']],
    ['👋', ['Name must be at least 2 characters']],
    ['a\0b', ['Name contains characters that cannot be stored']],
    ['ab\ud83d', ['Name contains characters that cannot be stored']],
    [undefined, ['Name is required']],
    [null, ['Name is required']],
    [7, ['Name must be text']],
  ])('%j is told %j', (value, messages) => {
    expect(complaints(name, value)).toEqual(messages)
  })

  it('is not trimmed unless told, and then before it is counted', () => {
    expect(labelledText({ label: 'Name', max: 5 }).parse(' ab ')).toBe(' ab ')
    const trimmed = labelledText({ label: 'Name', max: 2, min: 1, trim: true })
    expect(trimmed.parse('  ab  ')).toBe('ab')
    expect(complaints(trimmed, '   ')).toEqual(['Name is required'])
    expect(complaints(trimmed, '\u200b\u2060')).toEqual(['Name is required'])
  })

  it('takes messages of its own', () => {
    const message = labelledText({
      label: 'Message',
      max: 3,
      min: 1,
      messages: { missing: 'Message is required.', tooLong: 'Message too long (max 3 chars).' },
    })
    expect(complaints(message, undefined)).toEqual(['Message is required.'])
    expect(complaints(message, '')).toEqual(['Message is required.'])
    expect(complaints(message, 'long')).toEqual(['Message too long (max 3 chars).'])
  })

  it('reports its bounds to JSON Schema', () => {
    expect(z.toJSONSchema(z.object({ name, note: labelledText({ label: 'Note', max: 9 }).optional() }))).toMatchObject({
      properties: { name: { type: 'string', minLength: 2, maxLength: 5 }, note: { type: 'string', maxLength: 9 } },
      required: ['name'],
    })
  })

  it('is as long as its code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        const count = [...any].length
        expect(characterCount(any)).toBe(count)
        expect(labelledText({ label: 'Any', max: count }).safeParse(any).error?.issues[0]?.message ?? '').not.toContain(
          'at most',
        )
        if (count > 0)
          expect(complaints(labelledText({ label: 'Any', max: count - 1 }), any)).toEqual([
            `Any must be at most ${count - 1} characters`,
          ])
      }),
    )
  })
})
