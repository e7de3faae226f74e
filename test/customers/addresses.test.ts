import { describe, expect, it } from 'vitest'
import { dataOf, orderRow, productIdOf, tally } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
})
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]

const home = { name: 'Asha Rao', lines: ['12 Lake Road', 'Flat 3'], city: 'Kolkata' }
const unsaid = { region: null, postalCode: null, country: null, phone: null }
const unknown = { status: 404, error: 'Address not found' }

describe.each(interfaces)('the addresses of a customer over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  async function signedUp() {
    const { token } = await dataOf(client.signUp({ name: 'Asha', phone: newPhone(), password: 'secret1' }))
    const add = async (input: object) => (await dataOf(client.addAddress({ ...home, ...input }, { token }))).address
    const all = async () => (await dataOf(client.addresses({ token }))).addresses
    return { token: token as string, add, all }
  }

  it('are added, listed in that order, changed and removed', async () => {
    const { token, add, all } = await signedUp()
    expect(await all()).toEqual([])
    const first = await add({})
    expect(first).toEqual({ ...home, ...unsaid, id: expect.stringMatching(/^[\da-f-]{36}$/), isDefault: true })
    const whole = { region: 'Goa', postalCode: '403001', country: 'in', phone: '+91 98765 43210' }
    const second = await add({ ...whole, lines: [' 1 Beach Road ', '  '], city: 'Panaji' })
    expect(second).toMatchObject({ ...whole, country: 'IN', lines: ['1 Beach Road'], isDefault: false })
    expect(await all()).toEqual([first, second])

    const changed = { ...second, lines: ['2 Beach Road'], phone: null, country: null }
    expect(
      await client.updateAddress(second.id, { lines: ['2 Beach Road'], phone: null, country: '' }, { token }),
    ).toEqual({ data: { address: changed } })
    expect(await client.updateAddress(second.id, {}, { token })).toEqual({ data: { address: changed } })
    expect(await client.removeAddress(first.id, { token })).toEqual({ data: { success: true } })
    expect(await all()).toEqual([changed])
    expect(await client.removeAddress(first.id, { token })).toEqual(unknown)
  })

  it('have one default at most, also of several that are made it at once', async () => {
    const { token, add, all } = await signedUp()
    const { id } = await add({ isDefault: false })
    expect((await all()).map((address: any) => address.isDefault)).toEqual([false])
    await Promise.all([
      ...Array.from({ length: 6 }, () => add({ isDefault: true })),
      client.updateAddress(id, { isDefault: true }, { token }),
    ])
    const defaults = (await all()).filter((address: any) => address.isDefault)
    expect(defaults).toHaveLength(1)
    await client.updateAddress(defaults[0].id, { isDefault: false }, { token })
    expect((await all()).filter((address: any) => address.isDefault)).toEqual([])
  })

  it('are 20 at most, of 21 that are added at once', async () => {
    const { token, all } = await signedUp()
    const outcomes = await Promise.all(Array.from({ length: 21 }, () => client.addAddress(home, { token })))
    const refusal = 'There can be 20 addresses at most. Remove one first.'
    expect(tally(outcomes)).toEqual({ ok: 20, [`400 ${refusal}`]: 1 })
    expect(await all()).toHaveLength(20)
  })

  it.each([
    ['without a name', { name: ' ' }, 'Name, lines and city required'],
    ['without lines', { lines: [] }, 'Name, lines and city required'],
    ['with blank lines', { lines: [' '] }, 'Lines must be 1 to 4 texts'],
    ['with five lines', { lines: ['1', '2', '3', '4', '5'] }, 'Lines must be 1 to 4 texts'],
    ['with a line of 101 characters', { lines: ['x'.repeat(101)] }, 'A line must be at most 100 characters'],
    ['with a city of 101 characters', { city: 'x'.repeat(101) }, 'City must be at most 100 characters'],
    ['with a country by its name', { country: 'India' }, 'Country must be a code of two letters, such as IN'],
    ['with NUL in it', { region: 'G\0a' }, 'Region contains characters that cannot be stored'],
  ])('are refused %s', async (_, input, error) => {
    const { token } = await signedUp()
    expect(await client.addAddress({ ...home, ...input }, { token })).toEqual({ status: 400, error })
  })

  it.each([
    [{ postalCode: 'hello' }, 'Enter a postal code of India, such as 560001.'],
    [{ country: 'AR', postalCode: '700029' }, 'Enter a postal code of Argentina, such as C1425DKA.'],
    [{ region: 'Atlantis' }, 'Enter the name of the state in India, such as Andaman and Nicobar Islands.'],
    [{ country: 'IT', region: 'Goa' }, 'Enter the name of the province in Italy, such as Agrigento.'],
  ])('are refused with %j, which their country does not have', async (place, error) => {
    const { token, add, all } = await signedUp()
    expect(await client.addAddress({ ...home, ...place }, { token })).toEqual({ status: 400, error })
    const { id } = await add({})
    expect(await client.updateAddress(id, place, { token })).toEqual({ status: 400, error })
    expect((await all()).map(({ region, postalCode }: any) => [region, postalCode])).toEqual([[null, null]])
  })

  it.each([
    { country: 'AR', postalCode: 'C1425', region: 'Córdoba' },
    { country: 'GB', postalCode: 'ME14 1XX', region: 'Kent' },
    { country: 'FR', postalCode: '33000', region: 'Gironde' },
    { country: 'LK', postalCode: '10350', region: 'Western' },
    { country: 'AE', postalCode: '00000', region: 'Dubai' },
  ])('take %j, also where regions are not known or addresses have others', async (place) => {
    const { add } = await signedUp()
    expect(await add(place)).toMatchObject(place)
  })

  it('of an earlier version are checked in what is changed, and wholly for another country', async () => {
    const { token, add } = await signedUp()
    const { id } = await add({ postalCode: '700029', region: 'Goa' })
    await shop.database.prisma.customerAddress.updateMany({
      where: { storeId: store.id, id },
      data: { postalCode: 'hello', region: 'Atlantis' },
    })
    const change = (input: object) => client.updateAddress(id, input, { token })
    await dataOf(change({ city: 'Panaji', isDefault: true }))
    const error = 'Enter the name of the state in India, such as Andaman and Nicobar Islands.'
    expect(await change({ country: 'IN' })).toEqual({ status: 400, error })
    await dataOf(change({ postalCode: '403001' }))
    await dataOf(change({ region: null }))
    expect((await dataOf(change({ country: 'IN' }))).address).toMatchObject({ postalCode: '403001', region: null })
    expect(await change({ country: 'AR' })).toEqual({
      status: 400,
      error: 'Enter a postal code of Argentina, such as C1425DKA.',
    })
  })

  it('keep what they must have when they are changed', async () => {
    const { token, add } = await signedUp()
    const { id } = await add({})
    const change = (input: object) => client.updateAddress(id, input, { token })
    expect(await change({ name: null })).toEqual({ status: 400, error: 'Name is required' })
    expect(await change({ city: '' })).toEqual({ status: 400, error: 'City is required' })
    expect(await change({ lines: [] })).toEqual({ status: 400, error: 'Lines must be 1 to 4 texts' })
  })

  it('are nobody else’s', async () => {
    const [{ add, all }, { token }] = [await signedUp(), await signedUp()]
    const { id } = await add({})
    expect(await client.updateAddress(id, { city: 'Delhi' }, { token })).toEqual(unknown)
    expect(await client.removeAddress(id, { token })).toEqual(unknown)
    expect(await client.updateAddress('home', { city: 'Delhi' }, { token })).toEqual(unknown)
    const order = { items, buyer: { name: 'Ravi', phone: '98765 43210' }, addressId: id }
    const refused = { status: 400, error: 'Address not found' }
    expect(await client.checkout(order, { token })).toEqual(refused)
    expect(await client.checkout(order)).toEqual(refused)
    // Also where the store has no terms that would look at it, and where the request names another place.
    const { cart } = await dataOf(client.createCart({ items }, { token }))
    for (const caller of [{ token }, {}]) {
      expect(await client.quote({ items, addressId: id }, caller)).toEqual(refused)
      expect(await client.createCart({ items, addressId: id }, caller)).toEqual(refused)
      const there = { addressId: id, delivery: { country: 'IN', postalCode: '700029' } }
      expect(await client.updateCart(cart.id, there, caller)).toEqual(refused)
    }
    expect((await all())[0]).toMatchObject({ city: 'Kolkata' })
    expect(await client.addAddress(home)).toEqual({ status: 401, error: 'Login required' })
    expect(await client.addresses()).toEqual({ status: 401, error: 'Not logged in' })
  })

  it('take orders, which keep them as they were', async () => {
    const { token, add } = await signedUp()
    const { id } = await add({ region: 'West Bengal', postalCode: '700029', country: 'IN', phone: '98300 11223' })
    const order = { items, buyer: { name: 'Ravi', phone: '98765 43210' }, addressId: id }
    const { orderNo } = await dataOf(client.checkout(order, { token }))
    await client.updateAddress(id, { city: 'Delhi' }, { token })
    await client.removeAddress(id, { token })
    expect((await orderRow(shop, store, orderNo)).buyerAddress).toBe(
      'Asha Rao, 12 Lake Road, Flat 3, Kolkata, West Bengal, 700029, IN, 98300 11223',
    )
  })

  it('are not taken beside one that is written out', async () => {
    const { token, add } = await signedUp()
    const { id } = await add({})
    const buyer = { name: 'Ravi', phone: '98765 43210', address: '1 Tea Street' }
    expect(await client.checkout({ items, buyer, addressId: id }, { token })).toEqual({
      status: 400,
      error: 'Send addressId or buyer.address, not both',
    })
  })

  it('cost a checkout that names none no statement, and one that does a single one', async () => {
    const { token, add } = await signedUp()
    const { id } = await add({})
    const statements = async (more: object) => {
      shop.statements()
      await dataOf(client.checkout({ items, buyer: { name: 'Ravi', phone: '98765 43210' }, ...more }, { token }))
      return shop.statements().filter((sql) => !/pgboss/.test(sql)).length
    }
    await statements({})
    expect(await statements({ addressId: id })).toBe((await statements({})) + 1)
  })

  it('are exported with what is known of the customer', async () => {
    const { token, add } = await signedUp()
    await add({ postalCode: '700029' })
    expect(await dataOf(client.myData({ token }))).toMatchObject({
      addresses: [{ ...home, postal_code: '700029', is_default: true }],
    })
  })
})
