import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { atOnce, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { cartsOf, quantities } from './carts-of.ts'

const SMALL = { size: '250g' }

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  products: [
    { ...{ slug: 'assam', name: 'Assam', price: 499 }, variants: [{ options: SMALL }, { options: { size: '500g' } }] },
    { slug: 'cup', name: 'Cup', price: 100 },
    ...Array.from({ length: 101 }, (_, at) => ({ slug: `tea-${at}`, name: `Tea ${at}`, price: 1 })),
  ],
})
const assam = await productIdOf(shop, store, 'assam')
const cup = await productIdOf(shop, store, 'cup')
const where = { storeId: store.id, slug: { startsWith: 'tea-' } }
const teas = (await shop.database.prisma.product.findMany({ where })).map(({ id }) => ({ id, qty: 1 }))

const refusal = (error: string) => ({ status: 400, error })
const ITEM_ID = 'An item needs the id of a product.'
const ONE_TO_99 = 'qty must be a whole number from 1 to 99.'

describe.each(interfaces)('a cart over %s', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)
  const { create, change, read } = cartsOf(client)

  it('takes changes of single lines, which keep their places: less, so many, more', async () => {
    const big = { size: '500g' }
    const { id } = await create({
      items: [
        { id: assam, qty: 2, variant: SMALL },
        { id: cup, qty: 5 },
      ],
    })
    const lines = async (input: object) =>
      (await change(id, input)).items.map(({ id, variant, qty }: any) => [id === cup ? 'cup' : variant.size, qty])
    expect(
      await lines({
        add: [
          { id: assam, qty: 1, variant: big },
          { id: cup, qty: 2 },
        ],
      }),
    ).toEqual([
      ['250g', 2],
      ['cup', 7],
      ['500g', 1],
    ])
    expect(
      await lines({
        set: [
          { id: cup, qty: 1 },
          { id: assam, qty: 0, variant: SMALL },
        ],
      }),
    ).toEqual([
      ['cup', 1],
      ['500g', 1],
    ])
    expect(await lines({ remove: [{ id: assam, qty: 1, variant: big }, { id: randomUUID() }] })).toEqual([['cup', 1]])
    // First remove, then set, then add.
    const all = { remove: [{ id: cup }], set: [{ id: cup, qty: 4 }], add: [{ id: cup, qty: 3 }] }
    expect(await lines(all)).toEqual([['cup', 7]])
    expect(
      await lines({
        items: [
          { id: assam, qty: 1, variant: SMALL },
          { id: assam, qty: 2, variant: SMALL },
        ],
      }),
    ).toEqual([['250g', 3]])
    expect(await lines({})).toEqual([['250g', 3]])
    expect(await lines({ items: [] })).toEqual([])
  })

  it.each<[string, object, string]>([
    ['both kinds of changes at once', { items: [], add: [] }, 'Give either items, or add, set and remove.'],
    ['an id that is none', { add: [{ id: 'x', qty: 1 }] }, ITEM_ID],
    ['a quantity of 0', { add: [{ id: randomUUID(), qty: 0 }] }, ONE_TO_99],
    ['a quantity of 100', { items: [{ id: randomUUID(), qty: 100 }] }, ONE_TO_99],
    ['a quantity to be of 100', { set: [{ id: randomUUID(), qty: 100 }] }, 'qty must be a whole number from 0 to 99.'],
    ['a removal of 0', { remove: [{ id: randomUUID(), qty: 0 }] }, ONE_TO_99],
    [
      'a variant that is too long',
      { add: [{ id: randomUUID(), qty: 1, variant: { size: 'x'.repeat(256) } }] },
      'variant must be an object of at most 20 options, texts of 1 to 255 characters.',
    ],
    [
      'more than 100 changes',
      { add: Array.from({ length: 101 }, () => ({ id: randomUUID(), qty: 1 })) },
      'Too many items (max 100).',
    ],
    ['points below 0', { loyaltyPoints: -1 }, 'loyaltyPoints must be a whole number of at least 0'],
    ['a code that is too long', { discountCode: 'x'.repeat(256) }, 'Discount code must be at most 255 characters'],
    ['a code with NUL', { discountCode: 'x\0' }, 'Discount code contains characters that cannot be stored'],
  ])('refuses %s, and stays as it was', async (_, input, error) => {
    const made = await create({ items: [{ id: cup, qty: 1 }] })
    expect(await client().updateCart(made.id, input)).toEqual(refusal(error))
    expect(await read(made.id)).toEqual(made)
    if ('items' in input && !('add' in input)) expect(await client().createCart(input)).toEqual(refusal(error))
  })

  it('has at most 100 lines of at most 99', async () => {
    const { id } = await create({ items: teas.slice(0, 100) })
    expect(await client().updateCart(id, { add: [{ id: cup, qty: 1 }] })).toEqual(refusal('Too many items (max 100).'))
    const [{ id: tea }] = (await read(id)).items
    expect(await client().updateCart(id, { add: [{ id: tea, qty: 99 }] })).toEqual(
      refusal('At most 99 of an item fit into a cart.'),
    )
    const swapped = await change(id, { remove: [{ id: tea }], add: [{ id: cup, qty: 99 }] })
    expect(swapped.items).toHaveLength(100)
    expect(swapped.items.at(-1)).toMatchObject({ id: cup, qty: 99 })
  })

  it('has at most 16 KiB of variants', async () => {
    const { id } = await create()
    const variant = (at: number) =>
      Object.fromEntries(Array.from({ length: 10 }, (_, option) => [`option ${option}`, `${at}`.padEnd(255, 'x')]))
    const items = (from: number) =>
      Array.from({ length: 5 }, (_, at) => ({ id: cup, qty: 1, variant: variant(from + at) }))
    expect((await change(id, { add: items(0) })).items).toHaveLength(5)
    expect(await client().updateCart(id, { add: items(5) })).toEqual(refusal('The cart is too large (max 16 KiB).'))
  })

  it('loses nothing to many tabs at once, and no line is beyond the hundredth', async () => {
    const { id } = await create()
    await Promise.all(Array.from({ length: 20 }, () => dataOf(client().updateCart(id, { add: [{ id: cup, qty: 2 }] }))))
    expect(quantities(await read(id))).toEqual([['Cup', 40]])

    await change(id, { items: teas.slice(0, 95) })
    const more = teas.slice(90)
    const outcomes = await atOnce(more.length, (at) => client().updateCart(id, { add: [more[at]] }))
    const { items } = await read(id)
    expect(items).toHaveLength(100)
    // Six of them are new: the first five found a place.
    expect(outcomes.filter((outcome) => 'error' in outcome)).toEqual([refusal('Too many items (max 100).')])
  })
})
