import { expect, test } from 'vitest'
import { typedCrockford } from '../../src/platform/text/crockford.ts'
import { asciiDigits, digitsOf, foreignDigits } from '../../src/shared/typed-text.ts'

test.each([
  ['९८७६५४३२१०', '9876543210'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['৯৮৭', '987'],
  ['𝟎𝟏𝟗𝟘𝟡𝟶𝟿', '0190909'],
  ['plain 42', 'plain 42'],
])('digits of any script have their value: %s', (written, ascii) => {
  expect(asciiDigits(written)).toBe(ascii)
})

test('full-width digits and what nobody sees make no difference', () => {
  expect(digitsOf('\u202a+９１ 98765\u200b43210\u202c')).toBe('919876543210')
})

test('every digit that Unicode has, in whole scripts from 0 to 9', () => {
  const { digits, values } = foreignDigits()
  expect([...digits].length).toBeGreaterThan(600)
  expect(values).toBe('0123456789'.repeat([...digits].length / 10))
})

test('a code is read as it was typed', () => {
  expect(typedCrockford(' o1i-lL\u200b_ab ')).toBe('01111AB')
})
