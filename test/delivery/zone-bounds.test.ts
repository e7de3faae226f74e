import { describe, expect, it } from 'vitest'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore()
const owner = await ownerOf(shop, store)

const UPSERT = `mutation ($input: ShippingZoneInput!) {
  upsertShippingZone(input: $input) { code position postalCodeCount version } }`
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertShippingZone

it('25,000 postal codes are taken at once, as a variable', async () => {
  const many = Array.from({ length: 25_000 }, (_, index) => String(100_000 + index))
  const zone = { code: 'all', name: 'All', countries: ['IN'] }
  const excludedCodes = many.map((code) => `3${code.slice(1)}`)
  expect(await upsert({ ...zone, postalCodes: many, excludedCodes })).toMatchObject({ postalCodeCount: 25_000 })
  const REPLACE = 'mutation ($all: [String!]) { setPostalCodes(zone: "all", replace: $all) { postalCodeCount } }'
  const { setPostalCodes } = await owner.ask(REPLACE, { all: excludedCodes })
  expect(setPostalCodes).toEqual({ postalCodeCount: 25_000 })
  const inline = `mutation { setPostalCodes(zone: "all", add: ["${many.join('", "')}"]) { code } }`
  expect(await owner.refused(inline)).toMatchObject({
    message: 'A document may have 2000 tokens at most. Send long lists as variables.',
  })
})

describe('numbers that mean nothing', () => {
  it.each([
    ['PRICE', 0.001, 'methods[0].step: expected at most 2 decimals (INR), found 0.001'],
    ['PRICE', 1e308, 'methods[0].step: expected'],
    ['WEIGHT', 0.001, 'methods[0].step: expected whole grams, found 0.001'],
    ['WEIGHT', 2 ** 53 + 2, 'methods[0].step: expected whole grams'],
  ])('as a step by %s are refused: %d', async (basis, step, message) => {
    const method = { code: 'post', name: 'Post', basis, tiers: [{ from: 0, fee: 50 }], step, stepFee: 10 }
    const refused = await owner.refused(UPSERT, { input: { code: 'steps', name: 'Steps', methods: [method] } })
    expect(refused).toEqual({ code: 'BAD_USER_INPUT', message: expect.stringContaining(message) })
  })

  it('as a position are refused, and a zone from before with one does not keep others from being made', async () => {
    const input = { code: 'far', name: 'Far', position: 2_147_483_647 }
    expect((await owner.refused(UPSERT, { input })).message).toContain('position: expected a number of at most 1000000')
    await upsert({ ...input, position: 1_000_000 })
    const { prisma } = shop.database
    await prisma.shippingZone.updateMany({
      where: { storeId: store.id, code: 'far' },
      data: { position: 2_147_483_647 },
    })
    expect(await upsert({ code: 'later', name: 'Later' })).toMatchObject({ position: 1_000_000 })
  })
})
