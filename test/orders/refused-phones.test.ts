import { expect, it } from 'vitest'
import {
  cashFactsAsJson,
  countRefusal,
  hideRefusals,
  payerOf,
} from '../../src/commerce/orders/holds/cash-orders.sql.ts'
import { createKeyedHash } from '../../src/platform/secrets/keyed-hash.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const { prisma } = shop.database
const storeId = (await shop.addStore()).id
const [OLD, NEW] = ['the-secret-of-last-year-0123456789', 'the-secret-of-this-year-0123456789']

/** What a service with these `SECRETS` knows of a phone. */
async function refusalsOf(phone: string, secrets: readonly string[], store = storeId): Promise<number> {
  const payer = payerOf(createKeyedHash(secrets), store, { customerId: null, phone, ip: '10.0.0.1' })
  const [row] = await prisma.$queryRaw<{ facts: { refusals: number } }[]>`
    SELECT ${cashFactsAsJson(store, payer, new Date())} AS facts`
  return Number(row?.facts.refusals)
}

it('what a phone has refused counts on when the secrets are rotated, and for no other store', async () => {
  const phone = newPhone()
  await countRefusal(prisma, createKeyedHash([OLD]), { storeId, phone: `+91 ${phone}` })
  await countRefusal(prisma, createKeyedHash([OLD]), { storeId, phone })
  await countRefusal(prisma, createKeyedHash([NEW, OLD]), { storeId, phone })
  expect(await refusalsOf(phone, [NEW, OLD])).toBe(3)
  expect(await refusalsOf(`0${phone}`, [NEW, OLD])).toBe(3)
  // What the dropped secret has hashed can be tried out by nobody.
  expect(await refusalsOf(phone, [NEW])).toBe(1)
  expect(await refusalsOf(phone, [NEW, OLD], (await shop.addStore()).id)).toBe(0)
  expect(await refusalsOf(newPhone(), [NEW, OLD])).toBe(0)
})

it('what an earlier version stored by the phone itself is hashed once its buyer is erased', async () => {
  const phone = newPhone()
  const hash = createKeyedHash([NEW, OLD])
  await prisma.refusedDelivery.create({ data: { storeId, buyerKey: `phone:${phone}`, count: 2 } })
  await countRefusal(prisma, createKeyedHash([OLD]), { storeId, phone })
  await prisma.$transaction((tx) => hideRefusals(tx, hash, { storeId, phones: [phone] }))
  expect(await refusalsOf(phone, [NEW, OLD])).toBe(3)
  const rows = await prisma.refusedDelivery.findMany({ where: { storeId } })
  expect(JSON.stringify(rows.map(({ buyerKey }) => buyerKey))).not.toContain(phone)
})
