import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce } from '../support/buying.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true }))
beforeEach(async () => {
  store = await shop.addStore({
    store: {
      shipping: {
        zones: [
          { code: 'india', name: 'India', methods: [{ code: 'post', name: 'Post', tiers: [{ from: 0, fee: 40 }] }] },
        ],
      },
    },
  })
  owner = await ownerOf(shop, store)
})

const ALL = `code kind name instructions position active fee minTotal maxTotal zones deliveryMethods postalCodes signedIn
  confirm holdHours paidOnDelivery maxRefusals version`
const UPSERT = `mutation ($input: PaymentMethodInput!) { upsertPaymentMethod(input: $input) { ${ALL} } }`
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertPaymentMethod
const refused = (input: object) => owner.refused(UPSERT, { input })
const methods = async () => (await owner.ask(`{ paymentMethods { ${ALL} } }`)).paymentMethods

const cod = { code: 'cod', kind: 'COD', name: 'Cash on delivery' }
const fresh = {
  ...{ instructions: '', position: 0, active: true, fee: 0, minTotal: null, maxTotal: null, zones: [] },
  ...{ deliveryMethods: [], postalCodes: [], signedIn: false, holdHours: 24, maxRefusals: null, version: 1 },
}

describe('a payment method', () => {
  it('has the defaults of its kind', async () => {
    expect(await upsert(cod)).toEqual({ ...fresh, ...cod, confirm: 'AUTO', paidOnDelivery: true })
    const transfer = { code: 'transfer', kind: 'MANUAL', name: 'Bank transfer' }
    expect(await upsert(transfer)).toEqual({
      ...{ ...fresh, ...transfer, position: 1, confirm: 'OWNER', paidOnDelivery: false },
    })
    expect((await methods()).map(({ code }: { code: string }) => code)).toEqual(['cod', 'transfer'])
  })

  it('is found by its code', async () => {
    await upsert({ ...cod, zones: ['india'] })
    const found = async (code: string) =>
      (await owner.ask(`query ($code: String!) { paymentMethod(code: $code) { ${ALL} } }`, { code })).paymentMethod
    expect(await found('cod')).toEqual((await methods())[0])
    expect([await found('co'), await found(''), await found('\u0000')]).toEqual([null, null, null])
  })

  it('can be set in every field, and cleared by null; what is left out stays', async () => {
    const all = {
      ...{ ...cod, instructions: 'Have change.', position: 3, active: false, fee: 25.5, minTotal: 100, maxTotal: 5000 },
      ...{ zones: ['india'], deliveryMethods: ['post'], postalCodes: ['5600*'], signedIn: true, confirm: 'OWNER' },
      ...{ holdHours: 72, paidOnDelivery: false, maxRefusals: 2 },
    }
    expect(await upsert(all)).toEqual({ ...all, version: 1 })
    expect(await upsert({ code: 'cod', version: 1, name: 'Cash' })).toEqual({ ...all, name: 'Cash', version: 2 })
    const nulls = { instructions: null, fee: null, minTotal: null, zones: null, postalCodes: null, maxRefusals: null }
    expect(await upsert({ code: 'cod', version: 2, ...nulls })).toMatchObject({
      ...{ instructions: '', fee: 0, minTotal: null, maxTotal: 5000, zones: [], postalCodes: [], maxRefusals: null },
    })
  })

  it.each([
    [{ code: 'cod' }, /^kind: expected one, which a new payment method needs, found nothing; name: /],
    [{ ...cod, code: 'C O D' }, 'code: expected 1 to 50 lower-case letters, digits and hyphens, found "C O D"'],
    [{ ...cod, fee: 0.001 }, 'fee: expected at most 2 decimals (INR), found 0.001'],
    [{ ...cod, minTotal: 2, maxTotal: 1 }, 'maxTotal: expected at least minTotal (2), found 1'],
    [{ ...cod, zones: ['india', 'mars'] }, 'zones[1]: expected the code of a delivery zone, found "mars"'],
    [
      { ...cod, deliveryMethods: ['rocket'] },
      'deliveryMethods[0]: expected the code of a delivery method, found "rocket"',
    ],
    [{ ...cod, postalCodes: ['?'] }, /^postalCodes\[0\]: expected a postal code, a prefix/],
    [{ ...cod, holdHours: 73 }, 'holdHours: expected a number of at most 72, found 73'],
    [{ ...cod, maxRefusals: -1 }, 'maxRefusals: expected a number of at least 0, found -1'],
  ])('is held to its rules: %j', async (input, message) => {
    expect(await refused(input)).toEqual({
      code: 'BAD_USER_INPUT',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect(await methods()).toEqual([])
  })

  it('changes only for who has seen the last version', async () => {
    await upsert(cod)
    expect(await refused(cod)).toMatchObject({ code: 'BAD_USER_INPUT' })
    await upsert({ code: 'cod', version: 1, fee: 1 })
    expect(await refused({ code: 'cod', version: 1, fee: 2 })).toMatchObject({ code: 'CONFLICT' })
    expect(await refused({ code: 'upi', version: 1 })).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is one of at most 10, however many are added at once', async () => {
    const answers = await atOnce(14, (index) => owner.post(UPSERT, { input: { ...cod, code: `cod-${index}` } }))
    const messages = answers.flatMap(({ body }) => body.errors ?? []).map(({ message }) => message)
    expect(messages).toEqual(Array(4).fill('expected at most 10 payment methods in the store, found 11'))
    expect(await methods()).toHaveLength(10)
  })
})

it('the settings of deliveries are among those of the store', async () => {
  const SET = `mutation ($input: StoreInput!, $version: Int!) { updateStore(input: $input, version: $version) {
    shipping { fee country defaultWeight } version } }`
  const change = { shipping: { country: 'NP', defaultWeight: 250 } }
  expect(await owner.ask(SET, { input: change, version: 1 })).toEqual({
    updateStore: { shipping: { fee: 0, country: 'NP', defaultWeight: 250 }, version: 2 },
  })
  expect(await owner.refused(SET, { input: { shipping: { country: 'India' } }, version: 2 })).toMatchObject({
    message: 'shipping.country: expected a country code of ISO 3166-1 like "IN", found "India"',
  })
})
