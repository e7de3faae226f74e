import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderNumber } from '../../src/orders/order-number.ts'

test('an order number is ORD- and ten characters that are easy to read aloud', () => {
  for (let run = 0; run < 1000; run++) {
    expect(orderNumber(randomBytes)).toMatch(/^ORD-[0-9A-HJKMNP-TV-Z]{10}$/)
  }
})

test('ten random bytes are asked for', () => {
  const asked: number[] = []
  orderNumber((bytes) => {
    asked.push(bytes)
    return new Uint8Array(bytes)
  })
  expect(asked).toEqual([10])
})

test('the same bytes give the same number', () => {
  expect(orderNumber(() => Uint8Array.of(0, 1, 9, 10, 17, 18, 20, 27, 31, 255))).toBe('ORD-019AHJMVZZ')
})

test('every character is as likely as every other', () => {
  const seen = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const character = orderNumber((bytes) => new Uint8Array(bytes).fill(byte)).slice(-1)
    seen.set(character, (seen.get(character) ?? 0) + 1)
  }
  expect([...seen.keys()].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  expect(new Set(seen.values())).toEqual(new Set([8]))
})
