import { describe, expect, it } from 'vitest'
import { foldLetters } from '../../src/commerce/catalog/search/words/words.ts'
import { soughtDigits } from '../../src/shared/phones.ts'
import { dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const bundle = {
  store: { payments: { provider: 'sandbox' } },
  products: [
    { slug: 'jeans', name: 'Levi’s Années 80', sku: 'JN–501', price: 100 },
    {
      slug: 'shirt',
      name: 'Crêpe Shirt',
      price: 100,
      variants: [{ options: { size: 'M' }, sku: 'SH-Ⅿ' }],
    },
  ],
  discounts: [{ code: 'SUMMER-10', type: 'percent', value: 10 }],
}
const store = await shop.addStore(bundle)
const owner = await ownerOf(shop, store)

const PEOPLE = [
  { name: 'O’Brien José', phone: '9876512345', email: "o'b@example.com" },
  { name: 'أحمد مُحَمَّـد علی', phone: '+91 98765 54321', email: 'ahmad@example.com' },
  { name: 'Łukasz Groß', phone: '0712 345 678', email: 'lukasz@example.com' },
]
const [JOSE, AHMAD, LUKASZ] = PEOPLE.map(({ name }) => name)

// Another store has the same people.
for (const at of [store, await shop.addStore(bundle)]) {
  const shopper = clientOf(shop, at.subdomain, 'REST')
  for (const { name, phone, email } of PEOPLE) {
    await dataOf(shopper.signUp({ name, phone, email, password: 'secret1' }))
    await dataOf(
      shopper.checkout({ items: [{ id: await productIdOf(shop, at, 'jeans'), qty: 1 }], buyer: { name, phone } }),
    )
    await dataOf(shopper.submitLead({ name, phone, message: 'Crème brûlée' }))
  }
}
await shop.database.prisma.subscriber.createMany({
  data: PEOPLE.map(({ name, email }) => ({ storeId: store.id, name, email })),
})

async function found(list: string, field: string, search: string): Promise<string[]> {
  const query = `query ($search: String) { list: ${list}(search: $search) { totalCount nodes { ${field} } } }`
  const { list: page } = await owner.ask(query, { search })
  expect(page.totalCount).toBe(page.nodes.length)
  return page.nodes.map((node: any) => node[field]).toSorted()
}

describe.each([
  ['customers', 'name'],
  ['orders', 'buyerName'],
  ['leads', 'name'],
  ['subscribers', 'name'],
])('the list of %s', (list, field) => {
  it.each([
    ['obrien', JOSE],
    ["O'Brien", JOSE],
    ['O´BRIEN', JOSE],
    ['jose', JOSE],
    ['Jose obrien', JOSE],
    ['o brien', JOSE],
    ['O Brien José', JOSE],
    ['jose o brien', JOSE],
    ['ＪＯＳÉ', JOSE],
    ['احمد', AHMAD],
    ['محمد علي', AHMAD],
    ['أحمد محمّد', AHMAD],
    ['lukasz gross', LUKASZ],
    ['Łukasz', LUKASZ],
  ])('finds by %j whoever is written so', async (search, name) => {
    expect(await found(list, field, search)).toEqual([name])
  })

  it.each(['obrian', 'jose lukasz', '%', '_brien'])('finds nobody by %j', async (search) => {
    expect(await found(list, field, search)).toEqual([])
  })
})

describe.each([
  ['customers', 'name'],
  ['orders', 'buyerName'],
  ['leads', 'name'],
])('the list of %s', (list, field) => {
  it.each([
    ...[
      '9876512345',
      '+91 98765 12345',
      '0091 98765-12345',
      '098765 12345',
      '(0)98765 12345',
      '919876512345',
      '6512345',
    ].map((phone) => [phone, JOSE]),
    ...['9876554321', '09876554321', '+91-98765-54321', '٩٨٧٦٥ ٥٤٣٢١'].map((phone) => [phone, AHMAD]),
    ...['0712345678', '712345678', '+254 712 345678', '00254712345678'].map((phone) => [phone, LUKASZ]),
  ])('finds whose phone is %s in any spelling', async (search = '', name) => {
    expect(await found(list, field, search)).toEqual([name])
  })
})

it.each([
  ['levis', 'Levi’s Années 80'],
  ['annees levis', 'Levi’s Années 80'],
  ['jn-501', 'Levi’s Années 80'],
  ['crepe', 'Crêpe Shirt'],
  ['sh-m', 'Crêpe Shirt'],
  ['shirt sh-m', 'Crêpe Shirt'],
])('products are found by %j', async (search, name) => {
  expect(await found('products', 'name', search)).toEqual([name])
})

it.each(['summer–10', 'ＳＵＭＭＥＲ－１０', 'mer-1'])('discounts are found by %j', async (search) => {
  expect(await found('discounts', 'code', search)).toEqual(['SUMMER-10'])
})

it('a phone is searched for by the digits that all its spellings have', () => {
  expect(['+91', '00', '0', '098', '+44 7911 123456', '1800-000', 'Asha', ''].map(soughtDigits)).toEqual([
    ...['91', '00', '0', '098', '7911123456', '1800000', null, null],
  ])
})

it('the database and the catalogue know the same letters', async () => {
  for (const text of [
    'Crème BRÛLÉE',
    'Łódź ßẞ Ærø Œuvre Þór đħı',
    'Σίσυφος',
    'ＡＢ１２ ﬁ',
    'İzmir',
    'שָׁלוֹם',
    'हिन्दी',
    'ガギ 한국',
  ]) {
    const [row] = await shop.database.prisma.$queryRaw<{ key: string }[]>`SELECT search_key(${text}) AS key`
    expect(row?.key.normalize('NFC')).toBe(foldLetters(text))
  }
})

it('an order is found by the beginning of its number, also when that is zeros', async () => {
  const shopper = clientOf(shop, store.subdomain, 'REST')
  const items = [{ id: await productIdOf(shop, store, 'jeans'), qty: 1 }]
  const placed = await dataOf(shopper.checkout({ items, buyer: { name: 'Zeno', phone: '9876512388' } }))
  const where = { storeId_orderNo: { storeId: store.id, orderNo: placed.orderNo } }
  await shop.database.prisma.order.update({ where, data: { orderNo: 'ORD-001234ABCD' } })
  for (const search of ['001234', '0012', 'ORD-0012', '001234abcd']) {
    expect(await found('orders', 'buyerName', search)).toEqual(['Zeno'])
  }
})

it.each(['\u3300', '\u{1d160}'])('an order is found whose name is as many of %j as it may be', async (letter) => {
  const name = letter.repeat(200)
  const shopper = clientOf(shop, store.subdomain, 'REST')
  const items = [{ id: await productIdOf(shop, store, 'jeans'), qty: 1 }]
  await dataOf(shopper.checkout({ items, buyer: { name, phone: '9876512346' } }))
  expect(await found('orders', 'buyerName', letter.repeat(60))).toEqual([name])
  expect(await found('orders', 'buyerName', name)).toEqual([name])
})

it('each list takes as many statements for one as for many', async () => {
  const statements = async (list: string, first: number) => {
    shop.statements()
    await owner.ask(`{ ${list}(search: "e", first: ${first}) { nodes { id } } }`)
    return shop.statements().length
  }
  for (const list of ['customers', 'leads', 'subscribers', 'products']) {
    expect([list, await statements(list, 1)]).toEqual([list, await statements(list, 10)])
  }
})
