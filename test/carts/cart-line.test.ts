import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type CartItem,
  changedLines,
  MAX_ITEMS,
  mergedLines,
  type StoredLine,
  unboughtLines,
} from '../../src/commerce/carts/cart-line.ts'
import { MAX_QTY } from '../../src/shared/bounds.ts'

const NONE = new Map()
const qty = fc.integer({ min: 1, max: 9 })
const item: fc.Arbitrary<CartItem> = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  variant: fc.constantFrom(null, { size: '50g' }, { size: '250g', cut: 'fine' }, { cut: 'fine', size: '250g' }),
  qty,
})
const items = fc.array(item, { maxLength: 6 })
const linesOf = (given: readonly CartItem[]) => changedLines([], { items: given }, NONE)

function countOf(given: readonly CartItem[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { id, variant, qty } of given) {
    const key = `${id} ${Object.entries(variant ?? {}).sort()}`
    counts[key] = (counts[key] ?? 0) + qty
  }
  return counts
}

it('has a line for each product and variant, however its options are ordered, with all that was added', () => {
  fc.assert(
    fc.property(items, items, (first, more) => {
      const lines = changedLines(linesOf(first), { add: more }, NONE)
      expect(countOf(lines)).toEqual(countOf([...first, ...more]))
      expect(lines).toHaveLength(Object.keys(countOf(lines)).length)
    }),
  )
})

it('is without what was bought what was added since', () => {
  fc.assert(
    fc.property(items, items, (bought, since) => {
      const lines = changedLines(linesOf(bought), { add: since }, NONE)
      expect(countOf(unboughtLines(lines, linesOf(bought)))).toEqual(countOf(since))
    }),
  )
})

it('keeps nothing of what was bought, also when some of it was removed meanwhile', () => {
  fc.assert(
    fc.property(items, items, (bought, removed) => {
      const lines = changedLines(linesOf(bought), { remove: removed }, NONE)
      expect(unboughtLines(lines, linesOf(bought))).toEqual([])
    }),
  )
})

it('merges as it adds, but for what is beyond a line or a cart', () => {
  fc.assert(
    fc.property(items, items, (first, second) => {
      expect(countOf(mergedLines(linesOf(first), linesOf(second)))).toEqual(countOf([...first, ...second]))
    }),
  )
  const many = (from: number) =>
    Array.from({ length: 60 }, (_, at): StoredLine => ({ id: `${from + at}`, variant: null, qty: 60, name: null }))
  const merged = mergedLines(many(0), many(50))
  expect(merged).toHaveLength(MAX_ITEMS)
  expect(merged.map(({ qty }) => qty)).toEqual(
    Array.from({ length: MAX_ITEMS }, (_, at) => (at >= 50 && at < 60 ? MAX_QTY : 60)),
  )
})

it('lets go of lines when two merged carts have come to more than a cart may grow to', () => {
  const long = (from: number) =>
    Array.from({ length: 12 }, (_, at): StoredLine => {
      const variant = { text: `${from + at}`.padEnd(1000, 'x') }
      return { id: 'a', variant, qty: 1, name: null }
    })
  const merged = mergedLines(long(0), long(50))
  const [{ id, variant }] = merged as [StoredLine]
  expect(changedLines(merged, { remove: [{ id, variant }] }, NONE)).toHaveLength(23)
  expect(() => changedLines(merged, { add: [{ id: 'b', variant: null, qty: 1 }] }, NONE)).toThrow('max 16 KiB')
})

it('holds a hundred products in a variant each, however long their names are', () => {
  const chosen = Array.from({ length: MAX_ITEMS }, () => ({
    id: randomUUID(),
    variant: { size: 'extra large' },
    qty: 9,
  }))
  const product = {
    price: 900n,
    salePrice: null,
    taxRateMicro: null,
    stock: null,
    sku: null,
    weight: null,
    variants: [],
  }
  const goods = new Map(chosen.map(({ id }) => [id, { ...product, id, name: 'चाय'.repeat(85) }]))
  expect(changedLines([], { items: chosen }, goods)).toHaveLength(MAX_ITEMS)
})
