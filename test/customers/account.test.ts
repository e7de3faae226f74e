import { describe, expect, it } from 'vitest'
import { ownAddress } from '../support/addresses.ts'
import { buy, dataOf, tally } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const PASSWORD = 'first-password'

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
})

const notLoggedIn = { status: 401, error: 'Not logged in' }
const incorrect = { status: 403, error: 'Incorrect password' }
const done = { data: { success: true } }

describe.each(interfaces)('over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  async function asha(details: object = {}) {
    const phone = newPhone()
    const { token, customer } = await dataOf(client.signUp({ name: 'Asha', phone, password: PASSWORD, ...details }))
    const again = async () => (await dataOf(client.logIn({ phone, password: PASSWORD }))).token as string
    return { phone, customer, token: token as string, other: await again(), again }
  }
  const isGood = async (token: string) => 'data' in (await client.me({ token }))

  describe('a customer changes what they have told', () => {
    it('some of it, and the rest stays', async () => {
      const { token, customer } = await asha({ email: 'asha@example.com', address: '1 Tea Street' })
      const changed = { ...customer, name: 'Asha Rao', address: '12 Lake Road', id: expect.any(String) }
      expect(await client.updateMe({ name: ' Asha Rao ', address: '12 Lake Road' }, { token })).toEqual({
        data: { customer: { ...changed, email_confirmed: false } },
      })
      expect(await client.me({ token })).toEqual({ data: { customer: changed } })
    })

    it('and takes email and address away', async () => {
      const { token } = await asha({ email: 'asha@example.com', address: '1 Tea Street' })
      const { customer } = await dataOf(client.updateMe({ email: null, address: ' ' }, { token }))
      expect(customer).toMatchObject({ name: 'Asha', email: null, address: null })
      expect(await client.updateMe({}, { token })).toEqual({ data: { customer } })
    })

    it.each([
      ['an empty name', { name: ' ' }, 'Name is required'],
      ['no name', { name: null }, 'Name is required'],
      ['a name of 256 characters', { name: 'x'.repeat(256) }, 'Name must be at most 255 characters'],
      ['an ill-formed email', { email: 'asha@' }, 'Email must be a valid email address'],
      ['an email with a line break', { email: 'a@b.example\nBcc: c@d.example' }, 'Email must be a valid email address'],
      ['an address of 1001 characters', { address: 'x'.repeat(1001) }, 'Address must be at most 1000 characters'],
    ])('but not to %s', async (_, input, error) => {
      const { token } = await asha()
      expect(await client.updateMe(input, { token })).toEqual({ status: 400, error })
    })
  })

  describe('a changed password', () => {
    const change = { oldPassword: PASSWORD, newPassword: 'second-password' }

    it('counts at once, and ends every token but the one that changed it', async () => {
      const { phone, token, other, again } = await asha()
      expect(await client.changePassword(change, { token })).toEqual(done)
      expect([await isGood(token), await isGood(other)]).toEqual([true, false])
      await expect(again()).rejects.toThrow()
      const { token: newer } = await dataOf(client.logIn({ phone, password: 'second-password' }))
      expect([await isGood(newer), await isGood(token)]).toEqual([true, true])

      // The next change spares only the token that makes it.
      const next = { oldPassword: 'second-password', newPassword: 'third-password' }
      expect(await client.changePassword(next, { token: newer })).toEqual(done)
      expect([await isGood(newer), await isGood(token)]).toEqual([true, false])
    })

    it('of two at once is one of them', async () => {
      const { phone, token, other } = await asha()
      const wanted = ['of-the-phone', 'of-the-laptop']
      const outcomes = await Promise.all(
        [token, other].map((token, at) =>
          client.changePassword({ oldPassword: PASSWORD, newPassword: wanted[at] }, { token }),
        ),
      )
      expect(outcomes.filter((outcome) => 'data' in outcome)).toHaveLength(1)
      const logIns = await Promise.all(wanted.map((password) => client.logIn({ phone, password })))
      expect(logIns.map((outcome) => 'data' in outcome)).toEqual(outcomes.map((outcome) => 'data' in outcome))
      expect([await isGood(token), await isGood(other)]).toEqual(outcomes.map((outcome) => 'data' in outcome))
    })

    it('brings no token back to life that was ended while it was checked', async () => {
      const { token } = await asha()
      const { passwords } = shop.services
      const { verify } = passwords
      passwords.verify = async (...of) => {
        passwords.verify = verify
        const isRight = await verify(...of)
        expect(await client.logOutEverywhere({ token })).toEqual(done)
        return isRight
      }
      expect(await client.changePassword(change, { token })).toEqual(incorrect)
      expect(await isGood(token)).toBe(false)
    })

    it.each([
      ['without the old one', { newPassword: 'second-password', oldPassword: '' }, 'Old and new password required'],
      ['without a new one', { oldPassword: PASSWORD, newPassword: '' }, 'Old and new password required'],
      ['to one of 5 characters', { oldPassword: PASSWORD, newPassword: '12345' }, 'Password must be 6+ characters'],
      [
        'to one of 76 bytes',
        { oldPassword: PASSWORD, newPassword: 'é'.repeat(38) },
        'Password must be at most 72 bytes long',
      ],
    ])('is refused %s', async (_, input, error) => {
      const { token } = await asha()
      expect(await client.changePassword(input, { token })).toEqual({ status: 400, error })
    })

    it('cannot be had by guessing the old one: guesses count as failed log-ins', async () => {
      const { phone, token, other } = await asha()
      const ip = ownAddress()
      const guess = { ...change, oldPassword: 'a-guess' }
      const guesses = await Promise.all([
        ...Array.from({ length: 6 }, () => client.changePassword(guess, { token, ip })),
        ...Array.from({ length: 6 }, () => client.deleteMe('a-guess', { token, ip })),
      ])
      expect(tally(guesses)).toEqual({ '403 Incorrect password': 10, '429 Too many requests': 2 })
      expect(await client.changePassword(change, { token, ip })).toMatchObject({ status: 429 })
      expect(await client.logIn({ phone, password: PASSWORD }, { ip })).toMatchObject({ status: 429 })
      expect([await isGood(token), await isGood(other)]).toEqual([true, true])
    })
  })

  describe('logging out', () => {
    it('ends that token alone, however its signature is spelled', async () => {
      const { token, other } = await asha()
      expect(await client.logOut({ token })).toEqual(done)
      const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const respelled = `${token.slice(0, -1)}${digits[digits.indexOf(token.at(-1) ?? '') ^ 1]}`
      expect(await client.me({ token })).toEqual(notLoggedIn)
      expect([await isGood(respelled), await isGood(other)]).toEqual([false, true])
      expect(await client.logOut({ token })).toEqual(notLoggedIn)
    })

    it('twice at once is once', async () => {
      const { token } = await asha()
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => client.logOut({ token })))
      const { ok = 0, '401 Not logged in': refused = 0 } = tally(outcomes)
      expect([ok > 0, ok + refused]).toEqual([true, outcomes.length])
      expect(await isGood(token)).toBe(false)
    })

    it('everywhere ends all of them, and a later log-in is good', async () => {
      const { token, other, again } = await asha()
      expect(await client.logOutEverywhere({ token })).toEqual(done)
      expect([await isGood(token), await isGood(other)]).toEqual([false, false])
      const newer = await again()
      expect(await isGood(newer)).toBe(true)
      // One that a change of the password has spared goes too.
      await dataOf(client.changePassword({ oldPassword: PASSWORD, newPassword: 'second-password' }, { token: newer }))
      expect(await client.logOutEverywhere({ token: newer })).toEqual(done)
      expect(await isGood(newer)).toBe(false)
    })

    it('makes no request with a token cost more than one statement', async () => {
      const { token } = await asha()
      await client.me({ token })
      shop.statements()
      await client.me({ token })
      expect(shop.statements()).toHaveLength(1)
    })
  })

  it('a customer gets all that is known of the account, and nothing that others have left under its phone or email', async () => {
    const { phone, token, customer } = await asha({ email: `of-${newPhone()}@example.com` })
    const product = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
    const items = [{ id: product.id, qty: 1 }]
    const buyer = { name: 'Asha', phone }
    const mine = await buy(shop, client, { items, buyer: { ...buyer, email: customer.email } }, { token })
    await buy(shop, client, { items, buyer })
    await dataOf(client.submitLead({ name: 'Somebody', phone, email: customer.email, message: 'A secret of mine' }))
    await dataOf(client.subscribe({ email: customer.email }))
    await dataOf(client.addToWishlist(product.id, { token }))
    const reported = await dataOf(client.myData({ token }))
    expect(reported).toMatchObject({
      store: store.subdomain,
      accounts: [{ phone, name: 'Asha', email: customer.email }],
      orders: [{ order_no: mine.orderNo, items: [{ name: 'Tea', qty: 1 }] }],
      ...{ points: [], reviews: [], newsletter: [], leads: [] },
    })
    expect(reported.wishlist).toHaveLength(1)
    expect(JSON.stringify(reported)).not.toMatch(/passwordHash|\$2b\$|tokenVersion/)
    expect(await client.myData()).toEqual(notLoggedIn)
  })

  describe('a customer deletes the account', () => {
    it('with the password, as far as the books allow', async () => {
      const { phone, token, other } = await asha({ email: 'gone@example.com', address: 'Gone Street' })
      expect(await client.deleteMe('', { token })).toEqual({ status: 400, error: 'Password required' })
      expect(await client.deleteMe('a-guess', { token })).toEqual(incorrect)
      expect(await client.deleteMe(PASSWORD, { token })).toEqual(done)
      expect([await isGood(token), await isGood(other)]).toEqual([false, false])
      expect(await client.deleteMe(PASSWORD, { token })).toEqual({ status: 401, error: 'Login required' })
      expect(await shop.database.prisma.customer.count({ where: { storeId: store.id, phone } })).toBe(0)
      expect(await client.signUp({ name: 'Asha', phone, password: PASSWORD })).toHaveProperty('data')
    })

    it('but not while something is paid and not sent, which it is told', async () => {
      const { phone, token } = await asha()
      const product = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
      const order = { items: [{ id: product.id, qty: 1 }], buyer: { name: 'Asha', phone } }
      const { orderNo } = await buy(shop, client, order, { token })
      expect(await client.deleteMe(PASSWORD, { token })).toEqual({
        status: 409,
        error: `Not everything is settled yet: ${orderNo}. The account can be deleted once these orders have been sent or refunded.`,
      })
      expect(await isGood(token)).toBe(true)
    })
  })

  it('nothing of it is there without a token', async () => {
    const loginRequired = { status: 401, error: 'Login required' }
    expect(await client.updateMe({ name: 'Asha' })).toEqual(loginRequired)
    expect(await client.changePassword({ oldPassword: PASSWORD, newPassword: PASSWORD })).toEqual(loginRequired)
    expect(await client.deleteMe(PASSWORD)).toEqual(loginRequired)
    expect(await client.logOut()).toEqual(notLoggedIn)
    expect(await client.logOutEverywhere()).toEqual(notLoggedIn)
  })
})
