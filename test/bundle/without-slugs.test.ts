import { describe, expect, it } from 'vitest'
import { forAllTests } from '../support/for-all-tests.ts'
import { mistakesOf, openImporter, teaShop } from './tea-shop.ts'

const importer = await forAllTests(openImporter())

const bundle = (subdomain: string, products: object[], reviews: object[] = []) => ({
  ...{ format: 'storefront-bundle/1', store: teaShop(subdomain).store, products, reviews },
})

async function slugs(subdomain: string): Promise<Record<string, string>> {
  const { id: storeId } = await importer.getStore(subdomain)
  const rows = await importer.database.prisma.product.findMany({ where: { storeId }, orderBy: { createdAt: 'desc' } })
  return Object.fromEntries(rows.map(({ name, slug }) => [name, slug]))
}

describe('A product without a slug in a bundle', () => {
  it('gets one of its name, and is found by its name from then on', async () => {
    const shop = bundle('unnamed', [
      { name: 'C++', price: 10 },
      { name: 'C#', price: 12 },
      { name: 'मसाला चाय', price: 3 },
    ])
    const reviewed = { ...shop, reviews: [{ product: 'c-2', rating: 5, body: 'Sharp.', approved: true }] }
    expect((await importer.load(reviewed)).products).toEqual({ created: 3, updated: 0, unchanged: 0 })
    expect(await slugs('unnamed')).toEqual({ 'C++': 'c', 'C#': 'c-2', 'मसाला चाय': 'msala-cay' })
    expect(await importer.load(reviewed)).toMatchObject({
      products: { created: 0, updated: 0, unchanged: 3 },
      reviews: { unchanged: 1 },
    })
  })

  it('keeps the slug that its product has', async () => {
    await importer.load(bundle('kept', [{ slug: 'my-tea', name: 'Tea', price: 1 }]))
    const { products } = await importer.load(bundle('kept', [{ name: ' tea', price: 2 }]))
    expect(products).toEqual({ created: 0, updated: 1, unchanged: 0 })
    expect(await slugs('kept')).toEqual({ ' tea': 'my-tea' })
  })

  it.each([
    [[{ price: 1 }], 'products[0].name: expected a text, found nothing'],
    [
      [
        { name: 'Tea', price: 1 },
        { slug: 'tea-2', name: 'TEA ', price: 2 },
      ],
      'products[1].name: expected a slug for each, or a name that products[0] does not have already, found "TEA "',
    ],
    [
      [{ slug: 'x', name: 'X', price: 1, variants: [{ options: { size: 'a' } }, { options: { size: 'A' } }] }],
      'products[0].variants[1].options: expected options that products[0].variants[0] does not have already, found {"size":"A"}',
    ],
    [
      [{ slug: 'x', name: 'X', price: 1, variants: [{ options: { size: 'a', Size: 'b' } }] }],
      'products[0].variants[0].options: expected option names that differ in more than case, found {"size":"a","Size":"b"}',
    ],
  ])('is refused where it is not clear which it is: %#', async (products, message) => {
    expect(await mistakesOf(() => importer.load(bundle('refused', products)))).toEqual([message])
  })

  it('is refused where several products of the store have its name, or the bundle has it by slug', async () => {
    const stored = [
      { slug: 'tea', name: 'Tea', price: 1 },
      { slug: 'tea-2', name: 'Tea', price: 1 },
      { slug: 'mate', name: 'Mate', price: 1 },
    ]
    await importer.load(bundle('twice', stored))
    const again = bundle('twice', [
      { name: 'Tea', price: 1 },
      { slug: 'mate', name: 'Yerba', price: 2 },
      { name: 'Mate', price: 3 },
    ])
    expect(await mistakesOf(() => importer.load(again))).toEqual([
      'products[0].slug: expected one of "tea", "tea-2", which all have this name, found nothing',
      'products[2].slug: expected "mate", as in another place of the list: it has this name, found nothing',
    ])
  })
})
