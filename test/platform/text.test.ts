import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStorableText } from '../../src/platform/text/text.ts'

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
