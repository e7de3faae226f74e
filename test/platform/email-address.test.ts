import { describe, expect, it } from 'vitest'
import { isEmailAddress } from '../../src/platform/text/address.ts'

describe('an email address', () => {
  it.each(['asha@example.com', "o'hara+tea@mail.example.co.in", 'a@b', 'A.B_c-d@x-y.example', '!#$%@example.com'])(
    'is %s',
    (address) => {
      expect(isEmailAddress(address)).toBe(true)
    },
  )

  it.each([
    '',
    'asha',
    '@example.com',
    'asha@',
    'asha@example..com',
    'asha@-example.com',
    'asha@example.com ',
    'a sha@example.com',
    'asha@example.com\nBcc: other@example.com',
    'asha@exämple.com',
    'Asha <asha@example.com>',
    'a@b@c',
    `asha@${'x'.repeat(64)}.com`,
  ])('is not %j', (address) => {
    expect(isEmailAddress(address)).toBe(false)
  })

  it('has at most 255 characters', () => {
    expect(isEmailAddress(`${'a'.repeat(243)}@example.com`)).toBe(true)
    expect(isEmailAddress(`${'a'.repeat(244)}@example.com`)).toBe(false)
  })

  it('is judged quickly, however long the text', () => {
    expect(isEmailAddress(`a@${'a.'.repeat(500_000)}`)).toBe(false)
  })
})
