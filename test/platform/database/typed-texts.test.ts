import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { statementsOf } from '../../../src/platform/database/migrate/sql-script.ts'
import { openSellingStore } from '../../checkout/selling-store.ts'
import { dataOf } from '../../support/buying.ts'
import { clientOf } from '../../support/client.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop())
const { store, item } = await openSellingStore(shop)

async function migrate(name: string): Promise<void> {
  const sql = await readFile(`prisma/migrations/${name}/migration.sql`, 'utf8')
  for (const statement of statementsOf(sql)) await shop.database.prisma.$executeRawUnsafe(statement)
}

it('orders from before get the digits that their buyers wrote in another script', async () => {
  const client = clientOf(shop, store.subdomain, 'REST')
  const phones = ['+९१ ९८७६५ ४३२१०', '𝟗𝟖𝟕–٣٢١٠', '98765 43210']
  const numbers: string[] = []
  for (const phone of phones) {
    const { orderNo } = await dataOf(client.checkout({ items: [item('pot')], buyer: { name: 'Ravi', phone } }))
    numbers.push(orderNo)
  }
  const { prisma } = shop.database
  await prisma.order.updateMany({ where: { storeId: store.id }, data: { buyerPhoneDigits: '' } })
  await migrate('20261125221500_phone_digits_of_any_script')
  const digits = await Promise.all(
    numbers.map((orderNo) => prisma.order.findFirstOrThrow({ where: { storeId: store.id, orderNo } })),
  )
  expect(digits.map(({ buyerPhoneDigits }) => buyerPhoneDigits)).toEqual(['919876543210', '9873210', ''])
})

it('categories, brands and codes from before get the form in which they are compared', async () => {
  const { prisma } = shop.database
  const of = { storeId: store.id }
  const code = (code: string) => ({ ...of, code, type: 'FIXED' as const, amount: 100n })
  await prisma.discount.createMany({
    data: ['CAFE\u0301', 'SAVE\u200b10', 'ＯＦＦ', 'TWICE', 'TWI\u200bCE', 'PLAIN', 'BO\u200bTH', 'BOT\u200bH'].map(
      code,
    ),
  })
  await prisma.product.updateMany({ where: of, data: { category: 'Cafe\u0301', categoryKey: 'cafe\u0301' } })
  await prisma.$executeRaw`UPDATE product_search SET category_key = ${'cafe\u0301'}, brand_key = ${'cre\u0300me'} WHERE store_id = ${store.id}::uuid`
  await migrate('20261125223900_normal_keys')
  const codes = (await prisma.discount.findMany({ where: of })).map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['CAF\u00c9', 'SAVE10', 'OFF', 'TWICE', 'TWI\u200bCE', 'PLAIN']))
  expect(codes.filter((code) => /^B.*O.*T.*H$/.test(code)).toSorted()).toEqual([
    'BOTH',
    expect.stringContaining('\u200b'),
  ])
  expect(await prisma.product.findMany({ where: of, distinct: ['categoryKey'] })).toMatchObject([
    { categoryKey: 'caf\u00e9' },
  ])
  expect(
    await prisma.$queryRaw`SELECT DISTINCT category_key, brand_key FROM product_search WHERE store_id = ${store.id}::uuid`,
  ).toEqual([{ category_key: 'caf\u00e9', brand_key: 'cr\u00e8me' }])
})

it('names of stores from before stand in one line, and their sites have no password', async () => {
  const { prisma } = shop.database
  const data = { businessName: 'Tea\r\nHouse\u2028', storefrontUrl: 'https://user:p@ss@tea.example/shop@home' }
  await prisma.store.update({ where: { id: store.id }, data })
  await migrate('20261125230500_store_names_in_one_line')
  expect(await prisma.store.findUnique({ where: { id: store.id } })).toMatchObject({
    businessName: 'Tea House',
    storefrontUrl: 'https://tea.example/shop@home',
  })
})

it('codes from before have the plain dash, as their history; a code that another one has stays', async () => {
  const { prisma } = shop.database
  const of = { storeId: store.id }
  const code = (code: string) => ({ ...of, code, type: 'FIXED' as const, amount: 100n })
  await prisma.discount.createMany({ data: ['NEW–10', 'OLD—5', 'TWIN-1', 'TWIN–1', 'SALEー7', 'カード'].map(code) })
  const change = { ...of, actor: 'operator', subject: 'DISCOUNT', action: 'CREATED' } as const
  await prisma.change.createMany({ data: ['NEW–10', 'TWIN–1'].map((subjectId) => ({ ...change, subjectId })) })
  await migrate('20261127172502_codes_with_plain_dashes')
  const codes = (await prisma.discount.findMany({ where: of })).map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['NEW-10', 'OLD-5', 'TWIN-1', 'TWIN–1', 'SALE-7', 'カード']))
  expect(codes).not.toContain('NEW–10')
  const changes = await prisma.change.findMany({ where: { ...of, subject: 'DISCOUNT' } })
  expect(changes.map(({ subjectId }) => subjectId).toSorted()).toEqual(['NEW-10', 'TWIN–1'])
})
