import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from '../../src/platform/secrets/redact.ts'

/** Of two letters at least, and often of what patterns are written with. */
const name = fc
  .array(fc.constantFrom(..."abÉß०י-‑–−'’.,@+/\\|()[]{}^$*?#&~_=!<>: \u00a0"), { minLength: 1, maxLength: 12 })
  .map((letters) => `x${letters.join('')}x`)

describe('a text without what names a person', () => {
  it.each([
    ['says Anne-Marie.', ['Anne-Marie'], 'says ….'],
    ['Write to a.b-c+tea@my-shop.example!', ['a.b-c+tea@my-shop.example'], 'Write to …!'],
    ['At 12-B, Hill Road (rear) [2]', ['12-B, Hill Road (rear) [2]'], 'At …'],
    ['from ANNE\u2011MARIE  d’Arc', ['Anne-Marie d’Arc'], 'from …'],
    ['Jose\u0301 likes it', ['José'], '… likes it'],
    ['José likes it', ['Jose\u0301'], '… likes it'],
    ['Marianne stays', ['Anne', null, ''], 'Marianne stays'],
    ['An [a-z] of x', ['[a-z]', 'Al'], 'An … of x'],
    ['山田太郎さんの茶', ['山田太郎'], '…さんの茶'],
    ['李明很喜欢', ['李明'], '…很喜欢'],
    ['민수가 좋아해요', ['민수'], '…가 좋아해요'],
    ['สมชายชอบ', ['สมชาย'], '…ชอบ'],
    ['A Li, an Al', ['Li'], 'A Li, an Al'],
    ['cafe\u0301 stays', ['Anne'], 'cafe\u0301 stays'],
  ])('%j without %j is %j', (from, texts, without) => {
    expect(redact(from, texts)).toBe(without)
  })

  it('is made whatever the person is called', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        for (const text of names) expect(redact(`Tea, says (${text}), is good`, names)).toBe('Tea, says (…), is good')
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (from, texts) => {
        expect(typeof redact(from, texts)).toBe('string')
      }),
    )
  })
})
