import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { characterCount, isStorableText, text } from '../../src/platform/text.ts'

const name = text({ label: 'Name', max: 5, min: 2 })
const complaints = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message)

describe('text that PostgreSQL can hold', () => {
  it('has no NUL and no half of a surrogate pair', () => {
    expect(isStorableText('Grüße 👋 \u{10ffff}\uffff\n')).toBe(true)
    expect(isStorableText('a\0b')).toBe(false)
    expect(isStorableText('\ud83d')).toBe(false)
    expect(isStorableText('\udc4b\ud83d')).toBe(false)
  })

  it('is exactly what UTF-8 gives back, but for NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (any) => {
        const survives = Buffer.from(any, 'utf8').toString('utf8') === any && !any.includes('\0')
        expect(isStorableText(any)).toBe(survives)
      }),
    )
  })
})

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
    expect(text({ label: 'Name', max: 5 }).parse(' ab ')).toBe(' ab ')
    const trimmed = text({ label: 'Name', max: 2, min: 1, trim: true })
    expect(trimmed.parse('  ab  ')).toBe('ab')
    expect(complaints(trimmed, '   ')).toEqual(['Name is required'])
  })

  it('takes messages of its own', () => {
    const message = text({
      label: 'Message',
      max: 3,
      min: 1,
      messages: { missing: 'Message is required.', tooLong: 'Message too long (max 3 chars).' },
    })
    expect(complaints(message, undefined)).toEqual(['Message is required.'])
    expect(complaints(message, '')).toEqual(['Message is required.'])
    expect(complaints(message, 'long')).toEqual(['Message too long (max 3 chars).'])
  })

  it('tells its bounds to JSON Schema', () => {
    expect(z.toJSONSchema(z.object({ name, note: text({ label: 'Note', max: 9 }).optional() }))).toMatchObject({
      properties: { name: { type: 'string', minLength: 2, maxLength: 5 }, note: { type: 'string', maxLength: 9 } },
      required: ['name'],
    })
  })

  it('is as long as its code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        const count = [...any].length
        expect(characterCount(any)).toBe(count)
        expect(text({ label: 'Any', max: count }).safeParse(any).error?.issues[0]?.message ?? '').not.toContain(
          'at most',
        )
        if (count > 0)
          expect(complaints(text({ label: 'Any', max: count - 1 }), any)).toEqual([
            `Any must be at most ${count - 1} characters`,
          ])
      }),
    )
  })
})
