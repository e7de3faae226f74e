import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyScope } from '../../src/api/admission/key-scopes.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, dataOf, razorpay } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type Owner, ownerOf, postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const SETTINGS = `
  businessName currency timeZone active ownerEmail replyTo version
  tax { rate inclusive } shipping { fee freeFrom } lowStockThreshold cancellableMinutes loyalty { enabled earnRate redeemRate }
  chat { enabled context services { name description price } }`
const READ = `{ store { subdomain ${SETTINGS} protected payments { provider keyId hasWebhookSecret configured }
  ordersNeedingAttention pendingReviews } }`
const UPDATE = `mutation ($input: StoreInput!, $version: Int!) {
  updateStore(input: $input, version: $version) { ${SETTINGS} }
}`
let store: Store
let owner: Owner

const shop = await forAllTests(openShop())
beforeEach(async () => {
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
})

const update = async (input: object, version = 1) => (await owner.ask(UPDATE, { input, version })).updateStore
const refused = (input: object, version = 1) => owner.refused(UPDATE, { input, version })

const fresh = {
  ...{ businessName: 'Tea House', currency: 'INR', timeZone: 'Asia/Kolkata', active: true, ownerEmail: null },
  replyTo: null,
  version: 1,
  tax: { rate: 0, inclusive: false },
  shipping: { fee: 0, freeFrom: null },
  lowStockThreshold: 5,
  cancellableMinutes: 0,
  loyalty: { enabled: false, earnRate: 0, redeemRate: 0 },
  chat: { enabled: false, context: '', services: [] },
}
const everything = {
  ...{ businessName: 'Chai & Co', timeZone: 'Europe/London', active: false, ownerEmail: 'owner@example.com' },
  replyTo: 'help@example.com',
  tax: { rate: 12.5, inclusive: true },
  shipping: { fee: 49.5, freeFrom: 999 },
  lowStockThreshold: 0,
  cancellableMinutes: 30,
  loyalty: { enabled: true, earnRate: 0.1, redeemRate: 0.5 },
  chat: {
    ...{ enabled: true, context: 'Open 9 to 6' },
    services: [
      { name: 'Gift wrapping', description: 'In paper', price: 30 },
      { name: 'Tastings', description: '', price: null },
    ],
  },
}

describe('the settings of a store', () => {
  it('send mails about orders and leads only where a key decides that may read them', async () => {
    const variables = { input: { ownerEmail: 'me@example.com' }, version: 1 }
    const answerTo = async (...scopes: KeyScope[]) => {
      const { key } = await createOwnerKey(shop.services, store.id, scopes.join(), scopes)
      return (await postAsOwner(shop, store.subdomain, key, UPDATE, variables)).body.errors?.[0].message ?? null
    }
    expect(await answerTo('settings')).toBe('This key does not have the scope "orders".')
    expect(await answerTo('settings', 'orders')).toBe('This key does not have the scope "customers".')
    expect((await owner.ask(READ)).store.ownerEmail).toBeNull()
    expect(await answerTo('settings', 'orders', 'customers')).toBeNull()
    const { version } = (await owner.ask(READ)).store
    const same = { input: { ownerEmail: 'me@example.com', lowStockThreshold: 3 }, version }
    const { key } = await createOwnerKey(shop.services, store.id, 'Settings', ['settings'])
    expect((await postAsOwner(shop, store.subdomain, key, UPDATE, same)).body.errors).toBeUndefined()
  })

  it('are all shown, in a constant number of statements', async () => {
    const { store: shown } = await owner.ask(READ)
    expect(shown).toEqual({
      ...{ ...fresh, subdomain: store.subdomain, protected: false, payments: null },
      ...{ ordersNeedingAttention: 0, pendingReviews: 0 },
    })
    await update({ chat: { services: Array.from({ length: 50 }, (_, index) => ({ name: `Service ${index}` })) } })
    await owner.ask('{ keys { id } }')
    shop.statements()
    await owner.ask(READ)
    expect(shop.statements().length).toBeLessThanOrEqual(7)
  })

  it('can all be changed, and what is left out stays', async () => {
    expect(await update(everything)).toEqual({ ...everything, currency: 'INR', version: 2 })
    expect(await update({ tax: { inclusive: false } }, 2)).toEqual({
      ...{ ...everything, currency: 'INR', version: 3 },
      tax: { rate: 12.5, inclusive: false },
    })
    expect(await update({}, 3)).toMatchObject({ businessName: 'Chai & Co', chat: everything.chat })
  })

  it('are cleared by null, where there can be nothing', async () => {
    await update(everything)
    expect(await update({ ownerEmail: null, shipping: { freeFrom: null }, chat: { services: [] } }, 2)).toMatchObject({
      ownerEmail: null,
      shipping: { fee: 49.5, freeFrom: null },
      chat: { context: 'Open 9 to 6', services: [] },
    })
    expect(await refused({ businessName: null }, 3)).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'businessName: expected a text, found null',
    })
  })

  it('count at once for shoppers', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    await dataOf(client.products())
    await update({ active: false })
    expect(await client.products()).toMatchObject({ status: 404 })
  })

  it.each([
    [{ businessName: '\u200b \u200f' }, 'businessName: expected more than blanks, found "\u200b \u200f"'],
    [{ businessName: ' ' }, 'businessName: expected more than blanks, found " "'],
    [
      { businessName: 'Tea\nHouse' },
      'businessName: expected one line, without line breaks and other control characters, found "Tea\\nHouse"',
    ],
    [
      { storefrontUrl: 'https://shop:pw@tea.example' },
      'storefrontUrl: expected a URL without user name and password, because everybody can see it, found "https://shop:pw@tea.example"',
    ],
    ...[
      'https://tea.example/"><script>alert(1)</script>',
      'https://tea.example/a b',
      "https://tea.example/<b>'",
      'https:\\\\tea.example',
    ].map((storefrontUrl): [object, string] => [
      { storefrontUrl },
      `storefrontUrl: expected a URL that starts with http:// or https://, without ?, #, blanks, quotes and angle brackets, found ${JSON.stringify(storefrontUrl)}`,
    ]),
    [
      { timeZone: 'Kolkata' },
      'timeZone: expected a time zone of the IANA database like "Asia/Kolkata", found "Kolkata"',
    ],
    [{ ownerEmail: 'nobody' }, 'ownerEmail: expected an e-mail address, found "nobody"'],
    [{ replyTo: 'nobody' }, 'replyTo: expected an e-mail address, found "nobody"'],
    [{ tax: { rate: 101 } }, 'tax.rate: expected a number of at most 100, found 101'],
    [{ shipping: { fee: 1.234 } }, 'shipping.fee: expected at most 2 decimals (INR), found 1.234'],
    [{ lowStockThreshold: -1 }, 'lowStockThreshold: expected a number of at least 0, found -1'],
    [{ shipping: { fee: -1 } }, 'shipping.fee: expected a number of at least 0, found -1'],
    [{ currency: 'inr' }, 'currency: expected a currency code of ISO 4217 like "INR", found "inr"'],
    [{ chat: { context: 'a\0b' } }, 'chat.context: expected text without NUL and without halves of surrogate pairs'],
    [
      { chat: { services: [{ name: 'A' }, { name: 'A' }] } },
      'chat.services[1].name: expected a name that chat.services[0]',
    ],
  ])('are held to the rules of bundles: %j', async (input, message) => {
    expect(await refused(input)).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining(message) })
    expect((await owner.ask(READ)).store).toMatchObject(fresh)
  })

  it('report every mistake at once', async () => {
    const { message } = await refused({ businessName: '', tax: { rate: -1 } })
    expect(message.split('; ')).toHaveLength(2)
  })

  it('change only for who has seen the last version', async () => {
    await update({ businessName: 'First' })
    expect(await refused({ businessName: 'Second' })).toEqual({
      code: 'CONFLICT',
      message: 'This store was changed meanwhile. Read it again, then send your change with its version.',
    })
    const answers = await atOnce(5, (index) =>
      owner.post(UPDATE, { input: { businessName: `At once ${index}` }, version: 2 }),
    )
    const winners = answers.filter(({ body }) => !body.errors)
    expect(winners).toHaveLength(1)
    expect((await owner.ask(READ)).store).toMatchObject(winners[0]?.body.data.updateStore)
  })
})

describe('the currency', () => {
  it('changes while nothing is priced, along with amounts that are sent in it', async () => {
    await update({ shipping: { fee: 50 }, chat: { services: [{ name: 'Wrapping', price: 30 }] } })
    const { code, message } = await refused({ currency: 'JPY' }, 2)
    expect({ code, message }).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'Shipping and services have amounts in INR: send them anew along with the new currency.',
    })
    const anew = { currency: 'JPY', shipping: { fee: 500 }, chat: { services: [{ name: 'Wrapping', price: 300 }] } }
    expect(await update(anew, 2)).toMatchObject({ ...anew, chat: { services: [{ price: 300 }] } })
    const { shippingFee } = await shop.database.prisma.store.findUniqueOrThrow({ where: { id: store.id } })
    expect(shippingFee).toBe(500n)
  })

  it('stays once there is a product', async () => {
    const priced = await shop.addStore({ products: [{ slug: 'tea', name: 'Tea', price: 100 }] })
    const itsOwner = await ownerOf(shop, priced)
    expect(await itsOwner.refused(UPDATE, { input: { currency: 'USD' }, version: 1 })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('The currency stays INR'),
    })
    expect((await itsOwner.ask(UPDATE, { input: { currency: 'INR' }, version: 1 })).updateStore).toMatchObject({
      currency: 'INR',
    })
  })
})

describe('payments', () => {
  const SET = 'mutation ($input: PaymentsInput) { setPayments(input: $input) }'
  const shown = async () => (await owner.ask(READ)).store.payments
  const { webhookSecret: _, ...withoutWebhook } = razorpay

  it('are set, changed and taken away, and their secrets never shown', async () => {
    await owner.ask(SET, { input: { provider: 'SANDBOX' } })
    expect(await shown()).toMatchObject({ provider: 'SANDBOX', configured: true, hasWebhookSecret: true })
    await owner.ask(SET, { input: { ...withoutWebhook, provider: 'RAZORPAY' } })
    const configured = { provider: 'RAZORPAY', keyId: razorpay.keyId, configured: true }
    expect(await shown()).toEqual({ ...configured, hasWebhookSecret: false })
    const { webhookSecret, keyId } = razorpay
    await owner.ask(SET, { input: { provider: 'RAZORPAY', keyId, webhookSecret } })
    expect(await shown()).toEqual({ ...configured, hasWebhookSecret: true })
    await owner.ask(SET, { input: null })
    expect(await shown()).toBeNull()
    const sdl = '{ __type(name: "PaymentSettings") { fields { name } } }'
    expect(JSON.stringify(await owner.ask(sdl))).not.toMatch(/keySecret|sealed/)
  })

  it.each([
    [{ provider: 'RAZORPAY' }, 'keyId: expected a text, found nothing'],
    [{ provider: 'RAZORPAY', keyId: 'rzp_x' }, 'keySecret is required: the store does not have this key yet'],
    [{ provider: 'SANDBOX', keySecret: 'mine' }, 'keySecret: expected one of the fields provider'],
    [{ provider: 'RAZORPAY', keyId: 'rzp_x', keySecret: 'x'.repeat(501) }, 'keySecret: expected 1 to 500 characters'],
  ])('are refused when they do not fit: %j', async (input, message) => {
    const answer = await owner.refused(SET, { input })
    expect(answer).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining(message) })
    expect(answer.message).not.toContain('xxxx')
    expect(await shown()).toBeNull()
  })

  it('are not taken away by who forgets to say anything', async () => {
    await owner.ask(SET, { input: { provider: 'SANDBOX' } })
    expect(await owner.refused('mutation { setPayments }')).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await shown()).not.toBeNull()
  })
})

describe('the access password', () => {
  const SET = 'mutation ($password: String) { setAccessPassword(password: $password) { protected } }'

  it('is set and removed', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    expect(await owner.ask(SET, { password: 'letmein' })).toEqual({ setAccessPassword: { protected: true } })
    await dataOf(client.unlock('letmein'))
    expect(await owner.ask(SET, { password: null })).toEqual({ setAccessPassword: { protected: false } })
    expect(await client.unlock('letmein')).toMatchObject({ status: 404 })
  })

  it('must be one that somebody can send', async () => {
    for (const password of ['short', 'nul\0nul', 'x'.repeat(73)]) {
      expect(await owner.refused(SET, { password })).toMatchObject({ code: 'BAD_USER_INPUT' })
    }
    expect(await owner.refused('mutation { setAccessPassword { protected } }')).toMatchObject({
      code: 'BAD_USER_INPUT',
    })
  })
})
