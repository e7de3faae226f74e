import { describe, expect, it } from 'vitest'
import { createCustomerTokens } from '../../src/commerce/customers/account/customer-token.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, SECRETS } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore()
const other = await shop.addStore()

describe.each(interfaces)('a customer account over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  const asha = (overrides: object = {}) => ({ name: 'Asha', phone: newPhone(), password: 'secret1', ...overrides })
  async function signedUp(overrides: object = {}) {
    const outcome = await client.signUp(asha(overrides))
    if (!('data' in outcome)) throw new Error(outcome.error)
    return outcome.data as { token: string; customer: Record<string, string> }
  }

  it('is opened with name, phone and password, and answers a token and the customer', async () => {
    const outcome = await client.signUp(
      asha({ phone: '+91 (98765) 432-10', email: 'asha@example.com', address: '1 Tea Street' }),
    )
    await shop.database.prisma.customer.deleteMany({ where: { storeId: store.id, phone: '919876543210' } })
    expect(outcome).toEqual({
      data: {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        customer: {
          name: 'Asha',
          phone: '919876543210',
          email: 'asha@example.com',
          address: '1 Tea Street',
          referral_code: expect.stringMatching(/^[0-9A-Z]{8}$/),
        },
      },
    })
  })

  it('is nobody’s when a token that is signed as ours names what is no id', async () => {
    const tokens = createCustomerTokens(SECRETS, () => new Date())
    for (const subject of ['asha', '0', 'a\0b', `${crypto.randomUUID()}x`]) {
      const token = await tokens.issue(store.id, subject, 0)
      expect(await client.me({ token })).toEqual({ status: 401, error: 'Not logged in' })
      expect(await client.submitReview(crypto.randomUUID(), { rating: 5, body: 'Lovely.' }, { token })).toEqual({
        status: 404,
        error: 'Product not found',
      })
    }
  })

  it('is found again with phone and password, however the phone is written', async () => {
    const phone = newPhone()
    await signedUp({ phone })
    expect(await client.logIn({ phone: ` +${phone.slice(0, 4)}-${phone.slice(4)} `, password: 'secret1' })).toEqual({
      data: { token: expect.any(String), customer: { name: 'Asha', phone, email: null, address: null } },
    })
  })

  it('shows itself to the holder of its token', async () => {
    const { token, customer } = await signedUp({ email: 'a@b.example' })
    expect(await client.me({ token })).toEqual({
      data: {
        customer: { ...customer, id: expect.stringMatching(/^[\da-f-]{36}$/), email: 'a@b.example', address: null },
      },
    })
  })

  it('treats blank optional fields as not given', async () => {
    const { customer } = await signedUp({ email: '', address: '  ', refCode: '' })
    expect(customer).toMatchObject({ email: null, address: null })
  })

  it('never stores or answers the password itself', async () => {
    const phone = newPhone()
    const session = await signedUp({ phone, password: 'correct horse' })
    const row = await shop.database.prisma.customer.findUniqueOrThrow({
      where: { storeId_phone: { storeId: store.id, phone } },
    })
    expect(row.passwordHash).toMatch(/^\$2b\$/)
    expect(JSON.stringify(session)).not.toContain('correct horse')
  })

  describe('signing up is refused', () => {
    const required = 'Name, phone, and password required'
    const long = (length: number) => 'x'.repeat(length)
    it.each([
      ['without a name', { name: '' }, required],
      ['with a name of spaces', { name: '   ' }, required],
      ['without a phone', { phone: '' }, required],
      ['without a password', { password: '' }, required],
      ['with a password of 5 characters', { password: '12345' }, 'Password must be 6+ characters'],
      ['with a password of 73 bytes', { password: long(73) }, 'Password must be at most 72 bytes long'],
      ['with a password of 300 bytes', { password: 'é'.repeat(150) }, 'Password must be at most 72 bytes long'],
      [
        'with a password of 38 characters and 76 bytes',
        { password: 'é'.repeat(38) },
        'Password must be at most 72 bytes long',
      ],
      ['with letters in the phone', { phone: '98765abcde' }, 'Phone must contain digits only'],
      ['with a phone of 51 digits', { phone: '9'.repeat(51) }, 'Phone must be at most 50 digits'],
      ['with a name of 256 characters', { name: long(256) }, 'Name must be at most 255 characters'],
      ['with an address of 1001 characters', { address: long(1001) }, 'Address must be at most 1000 characters'],
      [
        'with an email of 256 characters',
        { email: `${long(244)}@example.com` },
        'Email must be at most 255 characters',
      ],
      ['with an ill-formed email', { email: 'asha@' }, 'Email must be a valid email address'],
      ['with NUL in the name', { name: 'As\0ha' }, 'Name contains characters that cannot be stored'],
      [
        'with half a character in the address',
        { address: 'street \ud83c' },
        'Address contains characters that cannot be stored',
      ],
    ])('%s', async (_, overrides, error) => {
      expect(await client.signUp(asha(overrides))).toEqual({ status: 400, error })
    })

    it('for a phone that has an account', async () => {
      const phone = newPhone()
      await signedUp({ phone })
      const error = 'An account with this phone already exists. Please log in instead.'
      expect(await client.signUp(asha({ phone: `+${phone}` }))).toEqual({ status: 400, error })
    })

    it('to all but one of those who ask for the same phone at once', async () => {
      const phone = newPhone()
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => client.signUp(asha({ phone }))))
      expect(outcomes.filter((outcome) => 'data' in outcome)).toHaveLength(1)
      expect(await shop.database.prisma.customer.count({ where: { storeId: store.id, phone } })).toBe(1)
    })

    it('beyond 20 a minute from one address', async () => {
      const ip = by === 'REST' ? '192.0.2.1' : '192.0.2.2'
      for (let call = 0; call < 20; call += 1)
        expect(await client.signUp({ ...asha(), name: '' }, { ip })).toMatchObject({ status: 400 })
      expect(await client.signUp(asha(), { ip })).toEqual({
        status: 429,
        error: 'Too many requests',
        retryAfter: expect.any(Number),
      })
    })
  })

  it('takes fields at their limits', async () => {
    await signedUp({
      name: 'x'.repeat(255),
      phone: newPhone().padEnd(50, '1'),
      address: 'x'.repeat(1000),
      password: 'x'.repeat(72),
    })
  })

  describe('logging in is refused', () => {
    it.each([
      ['without a phone', { phone: '', password: 'secret1' }, 400, 'Phone and password required'],
      ['without a password', { phone: '9876543210', password: '' }, 400, 'Phone and password required'],
      ['with letters in the phone', { phone: 'nobody', password: 'secret1' }, 400, 'Phone must contain digits only'],
      ['for a phone without an account', { phone: '12345', password: 'secret1' }, 401, 'Invalid phone or password'],
    ])('%s', async (_, input, status, error) => {
      expect(await client.logIn(input)).toEqual({ status, error })
    })

    it('with a wrong password', async () => {
      const phone = newPhone()
      await signedUp({ phone })
      expect(await client.logIn({ phone, password: 'secret2' })).toEqual({
        status: 401,
        error: 'Invalid phone or password',
      })
    })

    it('beyond 20 a minute from one address', async () => {
      const ip = by === 'REST' ? '192.0.2.3' : '192.0.2.4'
      for (let call = 0; call < 20; call += 1)
        expect(await client.logIn({ phone: '', password: '' }, { ip })).toMatchObject({ status: 400 })
      expect(await client.logIn({ phone: '', password: '' }, { ip })).toMatchObject({
        status: 429,
        error: 'Too many requests',
      })
    })

    it('after 10 wrong passwords for one phone from one address, sent at once, while others still get in', async () => {
      const phone = newPhone()
      await signedUp({ phone })
      const ip = by === 'REST' ? '192.0.2.5' : '192.0.2.6'
      const guesses = await Promise.all(
        Array.from({ length: 15 }, () => client.logIn({ phone, password: 'guess-1' }, { ip })),
      )
      expect(guesses.filter((outcome) => 'status' in outcome && outcome.status === 401)).toHaveLength(10)
      expect(guesses.filter((outcome) => 'status' in outcome && outcome.status === 429)).toHaveLength(5)
      expect(await client.logIn({ phone, password: 'secret1' }, { ip })).toMatchObject({ status: 429 })
      expect(await client.logIn({ phone, password: 'secret1' })).toHaveProperty('data.token')
    })
  })

  it('does not run out of tries by logging in with the right password', async () => {
    const phone = newPhone()
    await signedUp({ phone })
    const ip = by === 'REST' ? '192.0.2.7' : '192.0.2.8'
    for (let call = 0; call < 15; call += 1)
      expect(await client.logIn({ phone, password: 'secret1' }, { ip })).toHaveProperty('data')
  })

  describe('a token is nobody', () => {
    const refused = { status: 401, error: 'Not logged in' }
    it.each([
      ['when there is none', undefined],
      ['when it is garbage', 'garbage'],
      [
        'when it is unsigned',
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.`,
      ],
    ])('%s', async (_, token) => {
      expect(await client.me({ token })).toEqual(refused)
      expect(await client.orders({ token })).toEqual(refused)
    })

    it('at another store', async () => {
      const { token } = await signedUp()
      expect(await clientOf(shop, other.subdomain, by).me({ token })).toEqual(refused)
    })

    it('once the customer is gone', async () => {
      const phone = newPhone()
      const { token } = await signedUp({ phone })
      await shop.database.prisma.customer.delete({ where: { storeId_phone: { storeId: store.id, phone } } })
      expect(await client.me({ token })).toEqual(refused)
    })
  })

  it('has an order history, empty at first', async () => {
    const { token } = await signedUp()
    expect(await client.orders({ token })).toEqual({ data: { orders: [], next: null } })
  })

  it('can have the same phone at another store', async () => {
    const phone = newPhone()
    await signedUp({ phone })
    expect(await clientOf(shop, other.subdomain, by).signUp(asha({ phone }))).toHaveProperty('data')
  })

  it.each(['unknown', 'Upper', 'a_b', '%00', `x${'y'.repeat(80)}`])(
    'is not there at the store “%s”',
    async (subdomain) => {
      const stranger = clientOf(shop, subdomain, by)
      const refused = { status: 404, error: 'Site not found' }
      expect(await stranger.signUp(asha())).toEqual(refused)
      expect(await stranger.logIn({ phone: '1', password: 'secret1' })).toEqual(refused)
      expect(await stranger.me({ token: 'x' })).toEqual(refused)
    },
  )
})
