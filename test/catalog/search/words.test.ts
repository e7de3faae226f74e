import { describe, expect, it } from 'vitest'
import { indexOutdated } from '../../../src/commerce/catalog/search/index/index-outdated.ts'
import { productIdOf } from '../../support/buying.ts'
import { graphql, rest } from '../../support/call.ts'
import { ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const names = [
  'Kit Kat',
  'KitKat Mini',
  'T-Shirt',
  'Tshirt, long',
  'Oil 500 ml',
  'Oil 750ml',
  'Coca Cola',
  'Wifi Router',
]
  .concat([
    'Wi-Fi Plug',
    'Eau d’Été',
    'L ʼ Oreal Balm',
    "Women's Scarf",
    'M&M’s',
    'Knife 3.5 inch',
    'Salt &amp; Pepper',
  ])
  .concat(['Fair Phone 15 Pro', 'Pixel9Pro', 'Galaxy S24 Ultra'])
  .concat(['Lemonade', 'Iced Tea', 'Plain Mug'])

const described: Record<string, string> = {
  Lemonade:
    '<table class="fresh"><tr><td>A drink</td><td>of <b>lem</b>ons</td></tr></table><script>var hidden</script>',
  'Iced Tea':
    'Brewed for a<b and chilled to 5 < 10 degrees; cr&egrave;me &lt;sweet&gt;<style>p { color: crimson }</style>',
  'Plain Mug': 'Holds 300 ml and is dish-washer proof.',
}

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  store: { chat: { enabled: true } },
  products: names.map((name, at) => ({
    slug: `p-${at}`,
    name,
    price: 10,
    ...(described[name] && { description: described[name] }),
    ...(name === 'Plain Mug' && {
      variants: ['off white', 'blue'].map((colour) => ({ options: { colour }, stock: 9 })),
    }),
  })),
})

async function found(q: string): Promise<string[]> {
  const { body } = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products?q=${encodeURIComponent(q)}`)
  const names = body.products.map(({ name }: { name: string }) => name)
  const query = 'query ($q: String) { products(search: $q) { nodes { name } } }'
  const asked = await graphql(shop, store.subdomain, query, { q })
  expect(asked.body.data.products.nodes.map(({ name }: { name: string }) => name)).toEqual(names)
  return names
}

describe('a search', () => {
  it.each([
    ['kitkat', ['KitKat Mini', 'Kit Kat']],
    ['kit kat', ['Kit Kat', 'KitKat Mini']],
    ['KIT-KAT', ['Kit Kat', 'KitKat Mini']],
    ['kitk', ['KitKat Mini', 'Kit Kat']],
    ['kit ka', ['Kit Kat', 'KitKat Mini']],
    ['kitkatt', ['Kit Kat', 'KitKat Mini']],
    ['tshirt', ['T-Shirt', 'Tshirt, long']],
    ['t-shirts', ['T-Shirt', 'Tshirt, long']],
    ['t shirt', ['T-Shirt', 'Tshirt, long']],
    ['500ml', ['Oil 500 ml']],
    ['500 ml', ['Oil 500 ml']],
    ['oil 750 ml', ['Oil 750ml']],
    ['300ml', ['Plain Mug']],
    ['dishwasher', ['Plain Mug']],
    ['offwhite', ['Plain Mug']],
    ['cocacola', ['Coca Cola']],
    ['coca-cola', ['Coca Cola']],
    ['wifi', ['Wifi Router', 'Wi-Fi Plug']],
    ['wi-fi', ['Wifi Router', 'Wi-Fi Plug']],
    ['wi fi plug', ['Wi-Fi Plug']],
    ['mms', ['M&M’s']],
    ['phone15pro', ['Fair Phone 15 Pro']],
    ['phone 15pro', ['Fair Phone 15 Pro']],
    ['pixel 9 pro', ['Pixel9Pro']],
    ['pixel9 pro', ['Pixel9Pro']],
    ['galaxys24ultra', ['Galaxy S24 Ultra']],
  ])('for %j finds words that are joined or split otherwise', async (q, expected) => {
    expect((await found(q)).toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ...['ete', 'd’Été', "d'ete", 'dete', 'd`été', 'd＇Été', 'd ʹÉté'].map((q) => [q, 'Eau d’Été']),
    ...['oreal', 'loreal', 'lʼoreal', 'L‘Oréal'].map((q) => [q, 'L ʼ Oreal Balm']),
    ...['women', 'womens', 'women’s', "womens' scarf"].map((q) => [q, "Women's Scarf"]),
    ['salt pepper', 'Salt &amp; Pepper'],
    ['salt & pepper', 'Salt &amp; Pepper'],
  ])('for %j sees an apostrophe between words, of whatever kind', async (q, expected) => {
    expect(await found(q ?? '')).toEqual([expected])
  })

  it.each(['35', 'table', 'fresh', 'hidden', 'crimson', 'style', 'amp', 'td', 'egrave', 'whiteblue'])(
    'for %j finds nothing: it is in no text',
    async (q) => {
      expect(await found(q)).toEqual([])
    },
  )

  it.each([
    ['drink', 'Lemonade'],
    ['lemons', 'Lemonade'],
    ['creme', 'Iced Tea'],
    ['sweet', 'Iced Tea'],
    ['chilled', 'Iced Tea'],
  ])('for %j reads a description as its page shows it', async (q, expected) => {
    expect(await found(q)).toEqual([expected])
  })

  it('leaves what is answered as the owner has written it', async () => {
    const { body } = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products?q=lemonade`)
    expect(body.products[0].description).toBe(described.Lemonade)
  })

  it('suggests names whose words are joined otherwise', async () => {
    const { body } = await rest(shop, 'GET', `/api/sites/${store.subdomain}/suggest?q=kitk`)
    expect(body.suggestions.map(({ text }: { text: string }) => text)).toEqual(['KitKat Mini', 'Kit Kat'])
  })
})

describe('the assistant', () => {
  const reply = async (message: string) => {
    const { body } = await rest(shop, 'POST', `/api/sites/${store.subdomain}/chat`, { message })
    return body.reply ?? body.error
  }

  it('understands words that are joined or split otherwise', async () => {
    expect(await reply('Do you have kitkat?')).toMatch(/Kit ?Kat/)
    expect(await reply('What does the wi fi router cost?')).toContain('Wifi Router')
    expect(await reply('How much is a tshirt?')).toContain('T-Shirt')
    expect(await reply('Is there cocacola?')).toContain('Coca Cola')
  })

  it('reads and quotes descriptions without their markup', async () => {
    expect(await reply('Do you sell a table?')).toContain('I do not know')
    expect(await reply('Tell me about the lemonade')).toBe('Lemonade: ₹10; in stock. A drink of lemons')
    expect(await reply('What is chilled?')).toContain('a<b and chilled to 5 < 10 degrees; crème <sweet>')
  })
})

it('the words of earlier rules are made anew by the job, once', async () => {
  await indexOutdated(shop.services)
  expect(await indexOutdated(shop.services)).toBe(0)
  await shop.services.db.prisma.productSearch.updateMany({
    where: { storeId: store.id },
    data: { wordRules: null, wordsVersion: null },
  })
  expect(await indexOutdated(shop.services)).toBe(names.length)
  // A version from before has changed a product: it leaves the rules, and is known by the version of the words.
  await shop.services.db.prisma.productSearch.updateMany({ where: { storeId: store.id }, data: { wordsVersion: 0 } })
  expect(await indexOutdated(shop.services)).toBe(names.length)
  expect(await indexOutdated(shop.services)).toBe(0)
})

it('a save of a product that an upgrade has not come to leaves its words to the job', async () => {
  const { prisma } = shop.services.db
  const owner = await ownerOf(shop, store)
  await indexOutdated(shop.services)
  const row = { storeId: store.id, productId: await productIdOf(shop, store, 'p-0') }
  const word = { storeId_word: { storeId: store.id, word: 'kitkat' } }
  await prisma.productSearch.updateMany({ where: row, data: { wordRules: 1 } })
  await prisma.searchWord.delete({ where: word })
  await prisma.productSales.deleteMany({ where: row })

  await owner.ask('mutation { upsertProduct(input: { slug: "p-0", version: 1, price: 11 }) { version } }')
  expect(await indexOutdated(shop.services)).toBe(1)
  expect(await prisma.searchWord.findUnique({ where: word })).not.toBeNull()
  expect(await prisma.productSales.count({ where: row })).toBe(1)

  await owner.ask('mutation { upsertProduct(input: { slug: "p-0", version: 2, price: 10 }) { version } }')
  expect(await indexOutdated(shop.services)).toBe(0)
})
