import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderNumber, orderNumberOf } from '../../src/commerce/orders/order-number.ts'

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

test.each([
  'ORD-7ZK3Q0V91M',
  '#ORD-7ZK3Q0V91M',
  'ord-7zk3q0v91m',
  '7ZK3Q0V91M',
  '# 7zk3q0v91m',
  'ORD 7ZK3Q0V91M',
  'ORD7ZK3Q0V91M',
  'ORD–7ZK3Q0V91M',
  'ORD\u2011 7ZK3Q0V91M',
  'ORD−7ZK3Q0V91M',
  'ORD\u00a07ZK3Q0V91M',
  '0RD-7ZK3QOV9IM',
  'ord-7zk3qov9lm',
  'ＯＲＤ－７ＺＫ３Ｑ０Ｖ９１Ｍ',
  'ORD-७ZK३Q०V९१M',
  '\u200eORD-7ZK3\u00adQ0V\u200b91M\ufeff',
  '"ORD-7ZK3Q0V91M."',
])('is found as people type it: %s', (written) => {
  expect(orderNumberOf(written)).toBe('ORD-7ZK3Q0V91M')
})

test('ten characters that begin with 0RD are a whole number', () => {
  expect(orderNumberOf('ord1234567')).toBe('ORD-0RD1234567')
  expect(orderNumberOf('ORD-0RD1234567')).toBe('ORD-0RD1234567')
})

test('any other text is compared in upper case', () => {
  expect(orderNumberOf(' shop-1 ')).toBe('SHOP-1')
  expect(() => orderNumberOf('7'.repeat(51))).toThrow('Order not found')
  expect(() => orderNumberOf('ORD-\0')).toThrow('Order not found')
})
