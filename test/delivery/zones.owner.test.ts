import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce } from '../support/buying.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true }))
beforeEach(async () => {
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
})

const ZONE = `code name position countries regions postalCodes excludedCodes postalCodeCount version
  methods { code name description kind active basis tiers { from fee } step stepFee freeFrom minGoods maxGoods
    minWeight maxWeight minDays maxDays pickup { address hours } }`
const UPSERT = `mutation ($input: ShippingZoneInput!) { upsertShippingZone(input: $input) { ${ZONE} } }`
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertShippingZone
const refused = (input: object) => owner.refused(UPSERT, { input })
const zones = async () => (await owner.ask(`{ shippingZones { ${ZONE} } }`)).shippingZones
const termsVersion = async () =>
  (await shop.database.prisma.contentVersion.findUnique({ where: { storeId: store.id } }))?.termsVersion ?? 0n

const post = { code: 'post', name: 'Post', tiers: [{ from: 0, fee: 40 }] }
const india = { code: 'india', name: 'India', countries: ['IN'], methods: [post] }

const express = {
  ...{ code: 'express', name: 'Express', description: 'By air', kind: 'DELIVERY', active: true, basis: 'WEIGHT' },
  tiers: [
    { from: 0, fee: 90 },
    { from: 500, fee: 120.5 },
  ],
  ...{ step: 500, stepFee: 30, freeFrom: 2000, minGoods: 100, maxGoods: 9000, minWeight: 1, maxWeight: 20_000 },
  ...{ minDays: 1, maxDays: 2, pickup: null },
}

const INDIAN = 'expected a postal code of India, a prefix like "5600*" or a range like "560001-560099"'

describe('a delivery zone', () => {
  it('is shown as it was sent, in the form in which destinations are compared with it', async () => {
    const sent = {
      ...{ ...india, regions: ['IN-KA', 'IN-OR'], postalCodes: ['५६० ००२', ' 5600* ', '560001 - 560099', '5600*'] },
      ...{ excludedCodes: ['560050'], methods: [express] },
    }
    expect(await upsert(sent)).toEqual({
      ...{ code: 'india', name: 'India', position: 0, countries: ['IN'], regions: ['IN-KA', 'IN-OD'] },
      ...{ postalCodes: ['560002', '5600*', '560001-560099'], excludedCodes: ['560050'], postalCodeCount: 3 },
      ...{ version: 1, methods: [express] },
    })
  })

  it('is found by its code', async () => {
    await upsert({ ...india, methods: [express, post] })
    const found = async (code: string) =>
      (await owner.ask(`query ($code: String!) { shippingZone(code: $code) { ${ZONE} } }`, { code })).shippingZone
    expect(await found('india')).toEqual((await zones())[0])
    expect([await found('ind'), await found(''), await found('\u0000')]).toEqual([null, null, null])
  })

  it('changes by its version; what is left out stays, and methods are a set', async () => {
    await upsert({ ...india, methods: [post, express] })
    const before = await termsVersion()
    expect(await upsert({ code: 'india', version: 1, name: 'Bharat' })).toMatchObject({
      ...{ name: 'Bharat', countries: ['IN'], version: 2, methods: [{ code: 'post' }, { code: 'express' }] },
    })
    expect(await termsVersion()).toBe(before + 1n)
    const change = {
      code: 'india',
      version: 2,
      countries: null,
      methods: [{ code: 'express', tiers: [{ from: 0, fee: 1 }] }],
    }
    expect(await upsert(change)).toMatchObject({
      ...{ countries: [], version: 3 },
      methods: [{ code: 'express', name: 'Express', step: 500, tiers: [{ from: 0, fee: 1 }] }],
    })
    expect(await refused({ code: 'india', version: 2, name: 'Late' })).toEqual({
      code: 'CONFLICT',
      message: 'This delivery zone was changed meanwhile. Read it again, then send your change with its version.',
    })
    expect(await refused(india)).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('There is a delivery zone "india" already.'),
    })
    expect(await refused({ ...india, code: 'else', version: 1 })).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('comes behind the others, or where it is put', async () => {
    await upsert(india)
    await upsert({ ...india, code: 'world' })
    await upsert({ ...india, code: 'first', position: 0 })
    expect((await zones()).map(({ code }: { code: string }) => code)).toEqual(['first', 'india', 'world'])
  })

  it('is deleted with its methods, unless a payment method names it', async () => {
    await upsert(india)
    const cod = { code: 'cod', kind: 'COD', name: 'Cash', zones: ['india'], deliveryMethods: ['post'] }
    const PAY = 'mutation ($input: PaymentMethodInput!) { upsertPaymentMethod(input: $input) { code version } }'
    await owner.ask(PAY, { input: cod })
    const DELETE = 'mutation ($version: Int!) { deleteShippingZone(code: "india", version: $version) { code } }'
    const message =
      'The payment method "cod" names the delivery zone "india". Change the payment method first.; The payment method "cod" names the delivery method "post". Change the payment method first.'
    expect(await owner.refused(DELETE, { version: 1 })).toEqual({ code: 'BAD_USER_INPUT', message })
    expect(await refused({ code: 'india', version: 1, methods: [] })).toMatchObject({
      message: 'The payment method "cod" names the delivery method "post". Change the payment method first.',
    })
    await owner.ask(PAY, { input: { code: 'cod', version: 1, zones: null, deliveryMethods: [] } })
    expect(await owner.refused(DELETE, { version: 2 })).toMatchObject({ code: 'CONFLICT' })
    await owner.ask(DELETE, { version: 1 })
    expect(await zones()).toEqual([])
    expect(await shop.database.prisma.shippingMethod.count({ where: { storeId: store.id } })).toBe(0)
    expect(await owner.refused(DELETE, { version: 1 })).toEqual({
      code: 'NOT_FOUND',
      message: 'Delivery zone not found',
    })
  })

  it('is one of at most 50, however many are added at once', async () => {
    const input = (code: number) => ({ input: { code: `zone-${code}`, name: `Zone ${code}` } })
    for (let code = 0; code < 45; code += 1) await owner.ask(UPSERT, input(code))
    const answers = await atOnce(10, (index) => owner.post(UPSERT, input(100 + index)))
    const errors = answers.flatMap(({ body }) => body.errors ?? [])
    expect(errors.map(({ message }) => message)).toEqual(
      Array(5).fill('expected at most 50 zones in the store, found 51'),
    )
    expect(await zones()).toHaveLength(50)
  })
})

describe('a zone that breaks a rule is refused with what to do:', () => {
  const method = (fields: object) => ({ ...india, methods: [{ ...post, ...fields }] })
  it.each([
    [{ code: 'In dia' }, 'code: expected 1 to 50 lower-case letters, digits and hyphens, found "In dia"'],
    [{ code: 'x' }, 'name: expected one, which a new zone needs, found nothing'],
    [
      { ...india, countries: ['IN', 'XX'] },
      'countries[1]: expected a country code of ISO 3166-1 like "IN", found "XX"',
    ],
    [
      { ...india, regions: ['Karnataka'] },
      'regions[0]: expected a region code of ISO 3166-2 like "IN-KA", found "Karnataka"',
    ],
    [{ ...india, regions: ['NP-BA'] }, `regions[0]: expected a region of the zone's countries, IN, found "NP-BA"`],
    [
      { ...india, postalCodes: ['560001', '56*01', 'hello'], excludedCodes: ['560099-560001'] },
      `excludedCodes[0]: ${INDIAN}, found "560099-560001"; postalCodes[1]: ${INDIAN}, found "56*01"; postalCodes[2]: ${INDIAN}, found "hello"`,
    ],
    [
      { ...india, methods: [post, post] },
      'methods[1].code: expected a code that methods[0] does not have already, found "post"',
    ],
    [
      { ...india, methods: Array.from({ length: 21 }, (_, n) => ({ ...post, code: `m${n}` })) },
      /^methods: expected at most 20 in the list/,
    ],
    [
      { ...india, methods: [{ code: 'post' }] },
      /^methods\[0\].name: expected one, .*; methods\[0\].tiers: expected at least one, such as \{from: 0, fee: 50\}, found nothing$/,
    ],
    [method({ tiers: [] }), 'methods[0].tiers: expected at least 1 in the list, found []'],
    [method({ tiers: [{ from: 1, fee: 1 }] }), 'methods[0].tiers[0].from: expected 0 in the first tier, found 1'],
    [
      method({ basis: 'PRICE', tiers: [0, 500, 500].map((from) => ({ from, fee: 1 })) }),
      'methods[0].tiers[2].from: expected more than 500, that of the tier before, found 500',
    ],
    [
      method({ basis: 'WEIGHT', tiers: Array.from({ length: 31 }, (_, from) => ({ from, fee: 1 })) }),
      /^methods\[0\].tiers: expected at most 30 in the list/,
    ],
    [
      method({ tiers: [0, 5].map((from) => ({ from, fee: 1 })) }),
      'methods[0].tiers: expected one tier with the basis flat, found 2',
    ],
    [
      method({ basis: 'WEIGHT', tiers: [0, 0.5].map((from) => ({ from, fee: 1 })) }),
      'methods[0].tiers[1].from: expected whole grams, found 0.5',
    ],
    [
      method({ basis: 'PRICE', tiers: [0, 0.001].map((from) => ({ from, fee: 1 })) }),
      'methods[0].tiers[1].from: expected at most 2 decimals (INR), found 0.001',
    ],
    [
      method({ tiers: [{ from: 0, fee: 0.001 }] }),
      'methods[0].tiers[0].fee: expected at most 2 decimals (INR), found 0.001',
    ],
    [method({ step: 5, stepFee: 1 }), 'methods[0].step: expected none with the basis flat, found 5'],
    [method({ basis: 'WEIGHT', step: 5 }), 'methods[0].stepFee: expected one, since a step has a fee, found nothing'],
    [method({ minGoods: 10, maxGoods: 9 }), 'methods[0].maxGoods: expected at least minGoods (10), found 9'],
    [method({ minWeight: 10, maxWeight: 9 }), 'methods[0].maxWeight: expected at least minWeight (10), found 9'],
    [method({ minDays: 3, maxDays: 2 }), 'methods[0].maxDays: expected at least minDays (3), found 2'],
    [method({ maxDays: 366 }), 'methods[0].maxDays: expected a number of at most 365, found 366'],
    [method({ kind: 'PICKUP' }), 'methods[0].pickup: expected where the goods are picked up, found nothing'],
    [method({ pickup: { address: 'Lake Road' } }), /^methods\[0\].pickup: expected none, since the method delivers/],
  ])('%j', async (input, message) => {
    expect(await refused(input)).toEqual({
      code: 'BAD_USER_INPUT',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect(await zones()).toEqual([])
  })

  it('a change of the basis needs tiers in its measure', async () => {
    await upsert({ ...india, methods: [express] })
    expect(await refused({ code: 'india', version: 1, methods: [{ code: 'express', basis: 'PRICE' }] })).toMatchObject({
      message: 'methods[0].tiers: expected some, since the basis is another now, found nothing',
    })
    const tiers = [{ from: 0, fee: 1 }]
    expect(
      await refused({ code: 'india', version: 1, methods: [{ code: 'express', basis: 'PRICE', tiers }] }),
    ).toMatchObject({
      message: 'methods[0].step: expected one or null, since the basis is another now, found nothing',
    })
  })
})

describe('postal codes', () => {
  const SET = `mutation ($add: [String!], $remove: [String!], $replace: [String!], $excluded: Boolean, $version: Int) {
    setPostalCodes(zone: "india", add: $add, remove: $remove, replace: $replace, excluded: $excluded, version: $version) {
      postalCodes excludedCodes postalCodeCount version } }`
  const set = async (variables: object) => (await owner.ask(SET, variables)).setPostalCodes

  it('are added, removed and replaced without sending all of them', async () => {
    await upsert(india)
    expect(await set({ add: ['560001', '56 00 02'] })).toMatchObject({ postalCodes: ['560001', '560002'], version: 2 })
    expect(await set({ add: ['560002', '5700*'], remove: ['560001', '999999'] })).toMatchObject({
      postalCodes: ['560002', '5700*'],
    })
    expect(await set({ replace: ['1100*'], add: ['110001'], version: 3 })).toMatchObject({
      postalCodes: ['1100*', '110001'],
    })
    expect(await set({ add: ['110002'], excluded: true })).toMatchObject({
      excludedCodes: ['110002'],
      postalCodeCount: 2,
    })
    expect(await owner.refused(SET, { replace: [], version: 1 })).toMatchObject({ code: 'CONFLICT' })
  })

  it('of other countries are refused where a zone has its own, also when its countries change', async () => {
    const britain = { code: 'london', name: 'London', countries: ['GB'], methods: [post] }
    const postalCodes = ['e1', 'SE1 *', 'EC1A 1BB', 'sw1..sw9']
    expect(await upsert({ ...britain, postalCodes })).toMatchObject({
      postalCodes: ['E1', 'SE1 *', 'EC1A1BB', 'SW1..SW9'],
    })
    const [zone] = await zones()
    const moved = await owner.refused(
      `mutation ($input: ShippingZoneInput!) { upsertShippingZone(input: $input) { code } }`,
      { input: { code: 'london', version: zone.version, countries: ['DE'] } },
    )
    expect(moved.message).toContain('postalCodes[0]: expected a postal code of Germany')
  })

  it('are refused with the index of each mistake, and beyond 25,000', async () => {
    await upsert(india)
    const many = Array.from({ length: 25_000 }, (_, index) => String(100_000 + index))
    await set({ add: many.slice(0, 15_000) })
    expect(await set({ add: many.slice(15_000) })).toMatchObject({ postalCodeCount: 25_000 })
    expect(await owner.refused(SET, { add: ['999999'] })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'A zone can have 25000 entries, and this would make 25001. Use prefixes such as 5600*, or ranges.',
    })
    expect((await owner.refused(SET, { add: ['1', '*', ''] })).message).toMatch(/^add\[1\]: .*; add\[2\]: /)
  })
})

it('a destination is tested against each zone, with the reason why it is not that one', async () => {
  await upsert({ code: 'nepal', name: 'Nepal', countries: ['NP'] })
  await upsert({ code: 'south', name: 'South', countries: ['IN'], regions: ['IN-TN'] })
  await upsert({ code: 'city', name: 'City', countries: ['IN'], postalCodes: ['5600*'], excludedCodes: ['560099'] })
  await upsert(india)
  await upsert({ code: 'world', name: 'World' })
  const TEST = `query ($to: DestinationInput!) { testDestination(to: $to) {
    destination { country region postalCode } zone { code methods { code } } misses { zone { code } reason message } } }`
  const test = async (to: object) => (await owner.ask(TEST, { to })).testDestination
  expect(await test({ region: 'Karnataka', postalCode: '560 099' })).toEqual({
    destination: { country: 'IN', region: 'IN-KA', postalCode: '560 099' },
    zone: { code: 'india', methods: [{ code: 'post' }] },
    misses: [
      { zone: { code: 'nepal' }, reason: 'COUNTRY', message: 'It is for NP, not for IN.' },
      { zone: { code: 'south' }, reason: 'REGION', message: 'It is for Tamil Nadu, not for Karnataka.' },
      { zone: { code: 'city' }, reason: 'EXCLUDED', message: 'It excludes the postal code 560 099.' },
    ],
  })
  const unsaid = await test({})
  expect(unsaid.misses.map(({ reason }: { reason: string }) => reason)).toEqual([
    ...['COUNTRY', 'REGION_NEEDED', 'CODE_NEEDED'],
  ])
  expect(unsaid.misses.map(({ message }: { message: string }) => message.split('. ')[1])).toEqual([
    ...[undefined, 'Send it.', 'Send its postal code.'],
  ])
  expect(await test({ country: 'FR' })).toMatchObject({ zone: { code: 'world' } })
})
