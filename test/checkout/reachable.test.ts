import { describe, expect, it } from 'vitest'
import { dataOf, orderRow, productIdOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))
const flat = (code: string, fee: number) => ({ code, name: code, tiers: [{ from: 0, fee }] })
const pickup = { ...flat('pickup', 0), kind: 'pickup', pickup: { address: '12 Church Street' } }
const zoneOf = (code: string, where: object, methods: object[]) => ({
  ...{ code, name: code, countries: ['IN'], methods },
  ...where,
})
const store = await shop.addStore({
  store: {
    payments: { provider: 'sandbox' },
    shipping: {
      zones: [
        zoneOf('city', { postalCodes: ['5600*'] }, [flat('bike', 20), pickup]),
        zoneOf('assam', { regions: ['IN-AS'] }, [flat('post', 150)]),
        zoneOf('emirates', { countries: ['AE'], postalCodes: ['1*'] }, [flat('air', 900)]),
        zoneOf('india', {}, [flat('standard', 60)]),
        zoneOf('world', { countries: [] }, [flat('parcel', 500)]),
      ],
    },
    paymentMethods: [
      { code: 'cod', kind: 'cod', name: 'Cash on delivery' },
      { code: 'bank', kind: 'manual', name: 'Bank transfer' },
    ],
  },
  products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 1000 }],
})
const { subdomain } = store
const base = `/api/sites/${subdomain}`
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
const city = { postalCode: '560 001' }
const buyer = () => ({ name: 'Asha', phone: newPhone(), address: '12 Church Street' })

/** What is refused, over both interfaces, with the fields that are marked. */
async function refused(input: object): Promise<{ message: string; fields: string[] }> {
  const asProblem = { headers: { accept: 'application/problem+json' } }
  const { status, body } = await rest(shop, 'POST', `${base}/checkout`, input, asProblem)
  expect(status).toBe(400)
  const document = 'mutation ($input: CheckoutInput!) { checkout(input: $input) { orderNo } }'
  const { body: other } = await graphql(shop, subdomain, document, { input })
  const [error] = other.errors
  const fields = body.errors.map(({ field }: { field: string }) => field)
  expect([error.message, error.extensions.errors.map(({ field }: { field: string }) => field)]).toEqual([
    body.detail,
    fields,
  ])
  return { message: body.detail, fields }
}

describe('an address', () => {
  const nowhere = { name: 'Asha', phone: '98765 43210' }

  it.each([
    ['the method that is taken', { delivery: city }],
    ['the method that is chosen', { delivery: { ...city, method: 'bike' } }],
    ['blanks', { delivery: city, buyer: { ...nowhere, address: '  ' } }],
    ['a parcel paid on delivery', { delivery: city, paymentMethod: 'cod' }],
    ['no destination', {}],
  ])('is required by %s, although pick-up is offered', async (_, wish) => {
    expect(await refused({ items, buyer: nowhere, ...wish })).toEqual({
      message: 'Enter the address to deliver to.',
      fields: ['buyer.address'],
    })
  })

  it.each(interfaces)(
    'is not needed for pick-up, nor in a store without zones but for cash on delivery, over %s',
    async (by) => {
      const input = { items, buyer: nowhere, delivery: { ...city, method: 'pickup' } }
      await dataOf(clientOf(shop, subdomain, by).checkout(input))
      const plain = await shop.addStore({
        store: { payments: { provider: 'sandbox' }, paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash' }] },
        products: [{ slug: 'tea', name: 'Tea', price: 100 }],
      })
      const tea = [{ id: await productIdOf(shop, plain, 'tea'), qty: 1 }]
      const client = clientOf(shop, plain.subdomain, by)
      await dataOf(client.checkout({ items: tea, buyer: nowhere }))
      const cash = { items: tea, buyer: nowhere, paymentMethod: 'cod' }
      expect(await client.checkout(cash)).toEqual({ status: 400, error: 'Enter the address to deliver to.' })
      await dataOf(client.checkout({ ...cash, buyer: buyer() }))
    },
  )
})

describe('what an earlier zone goes by', () => {
  const missing: [to: object, needs: string][] = [
    [{ country: 'IN' }, 'postalCode'],
    [{ region: 'Kerala' }, 'postalCode'],
    [{ postalCode: '682001' }, 'region'],
  ]
  it.each(missing)('is not passed over: %j needs %s', async (to, needs) => {
    const message = 'Choose where to deliver.'
    expect(await refused({ items, buyer: buyer(), delivery: to })).toEqual({ message, fields: [`delivery.${needs}`] })
    for (const by of interfaces) {
      const client = clientOf(shop, subdomain, by)
      const notice = { code: 'DELIVERY_UNAVAILABLE', reason: 'DESTINATION_REQUIRED', message, needs }
      expect((await dataOf(client.quote({ items, delivery: to }))).notices).toEqual([notice])
      expect((await dataOf(client.createCart({ items, delivery: to }))).cart.notices).toMatchObject([notice])
    }
    const query = new URLSearchParams(
      Object.entries(to).map(([name, text]) => [name === 'postalCode' ? 'postal_code' : name, text]),
    )
    const { body } = await rest(shop, 'GET', `${base}/delivery?${query}`)
    expect(body).toMatchObject({ serviceable: false, message, needs })
  })

  it.each([
    [{ postalCode: '560001' }, 'city'],
    [{ region: 'as', postalCode: '781001' }, 'assam'],
    [{ region: 'Kerala', postalCode: '682001' }, 'india'],
    [undefined, 'india'],
    // There are no postal codes, and no regions of the zones before are there.
    [{ country: 'AE' }, 'world'],
    [{ country: 'NP' }, 'world'],
  ])('is not asked for where it makes no difference: %j is in %s', async (delivery, zone) => {
    const client = clientOf(shop, subdomain, 'REST')
    const { orderNo } = await dataOf(client.checkout({ items, buyer: buyer(), ...(delivery && { delivery }) }))
    expect((await orderRow(shop, store, orderNo)).delivery).toMatchObject({ zone })
  })

  it('is what a test of the destination stops at', async () => {
    const { ask } = await ownerOf(shop, store)
    const { testDestination } = await ask(`{ testDestination(to: { country: "IN", region: "Kerala" }) {
      zone { code } misses { zone { code } reason } } }`)
    expect(testDestination).toEqual({ zone: null, misses: [{ zone: { code: 'city' }, reason: 'CODE_NEEDED' }] })
  })
})

it.each([
  [{ postalCode: 'hello' }, 'Enter a postal code of India, such as 560001.'],
  [{ postalCode: '012345' }, 'Enter a postal code of India, such as 560001.'],
  [{ country: 'NO', postalCode: '12' }, 'Enter a postal code of Norway, such as 1010.'],
  [{ country: 'LK', postalCode: '12' }, 'Enter a postal code of Sri Lanka, of 5 digits.'],
  [{ country: 'US', postalCode: '12' }, 'Enter a postal code of the United States, such as 78701.'],
  [{ country: 'GH', postalCode: '-' }, 'Leave the postal code empty for Ghana.'],
  [{ country: 'JM', postalCode: '-' }, 'Leave the postal code empty for Jamaica.'],
])('the code of %j, which its country cannot have, is refused: %s', async (delivery, message) => {
  const fields = ['delivery.postalCode']
  expect(await refused({ items, buyer: buyer(), delivery })).toEqual({ message, fields })
  for (const by of interfaces) {
    const client = clientOf(shop, subdomain, by)
    expect(await client.quote({ items, delivery })).toMatchObject({ status: 400, error: message })
    expect(await client.createCart({ items, delivery })).toMatchObject({ status: 400, error: message })
  }
})

describe('a phone', () => {
  const message = 'Enter a phone number that can be called.'
  const paidBy = (phone: string, more: object) => ({ items, buyer: { ...buyer(), phone }, delivery: city, ...more })

  it.each(['12', '9999999999', '030 123456', '+49 1'])('%s cannot be paid on delivery', async (phone) => {
    expect(await refused(paidBy(phone, { paymentMethod: 'cod' }))).toEqual({ message, fields: ['buyer.phone'] })
    const client = clientOf(shop, subdomain, 'REST')
    await dataOf(client.checkout(paidBy(phone, {})))
    await dataOf(client.checkout(paidBy(phone, { paymentMethod: 'bank' })))
  })

  it.each(['098765-43210', '+49 30 123456', '٩٨٧٦٥٤٣٢١١'])('%s can', async (phone) => {
    for (const by of interfaces) {
      await dataOf(clientOf(shop, subdomain, by).checkout(paidBy(phone, { paymentMethod: 'cod' })))
    }
  })

  it('and an address that are both missing are both named', async () => {
    const { address: _, ...nobody } = buyer()
    const input = { items, buyer: { ...nobody, phone: '12' }, delivery: city, paymentMethod: 'cod' }
    expect(await refused(input)).toEqual({ message, fields: ['buyer.phone', 'buyer.address'] })
  })
})

describe.each(interfaces)('a cart, over %s', (by) => {
  const client = clientOf(shop, subdomain, by)
  const left = async (id: string) => (await dataOf(client.cart(id))).cart.items

  it.each(['cod', 'bank'])('is emptied by an order that is paid by %s, and what comes later stays', async (method) => {
    const { cart } = await dataOf(client.createCart({ items, delivery: city }))
    const input = { cartId: cart.id, buyer: buyer(), paymentMethod: method }
    const { orderNo } = await dataOf(client.checkout(input))
    expect(await left(cart.id)).toEqual([])
    await dataOf(client.updateCart(cart.id, { items }))
    if (method === 'bank') {
      const { ask } = await ownerOf(shop, store)
      const { confirmOrder } = await ask(`mutation { confirmOrder(orderNo: "${orderNo}") { status } }`)
      expect(confirmOrder.status).toBe('CONFIRMED')
    }
    expect(await left(cart.id)).toHaveLength(1)
  })

  it('keeps what is to be paid with the provider', async () => {
    const { cart } = await dataOf(client.createCart({ items, delivery: city }))
    await dataOf(client.checkout({ cartId: cart.id, buyer: buyer() }))
    expect(await left(cart.id)).toHaveLength(1)
  })
})
