import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dataOf, orderRow, pay, productIdOf, buyer as somebody } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const now = new Date('2026-03-01T20:00:00Z') // The second of March in India.
const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds, clock: () => now }))
const store = await shop.addStore(JSON.parse(readFileSync('examples/india-store.json', 'utf8')))
const { subdomain } = store
const buyer = { ...somebody, address: '12 Church Street, Bengaluru' }
const assam = { region: 'Assam', postalCode: '781001' }
const masala = { id: await productIdOf(shop, store, 'masala-chai'), qty: 1 }
const strainer = { id: await productIdOf(shop, store, 'strainer'), qty: 1 }
const kilo = { id: await productIdOf(shop, store, 'assam'), qty: 2, variant: { size: '1 kg' } }

const ofREST = (path: string) => `/api/sites/${subdomain}${path}`
const NO_METHOD = 'DELIVERY_METHOD_UNAVAILABLE'
const OPTION = 'code name kind fee freeFrom from until pickup { address }'
const FULFILMENT = `delivery { ${OPTION} } deliveryOptions { ${OPTION} } destination { country region postalCode }
  paymentMethod { code fee } paymentOptions { code fee } notices { code reason message }`
const graphqlItems = (items: any[]) =>
  items.map(({ variant, ...item }) => ({
    ...item,
    ...(variant && { variant: Object.entries(variant).map(([name, value]) => ({ name, value })) }),
  }))

/** What an interface answers to a quote, in the form of REST. */
const quoteBy = {
  async REST(input: any) {
    const { body } = await rest(shop, 'POST', ofREST('/quote'), { buyer, ...input })
    return body
  },
  async GraphQL({ items, ...input }: any) {
    const document = `query ($input: QuoteInput!) { quote(input: $input) { breakdown { shipping total } ${FULFILMENT} } }`
    const { body } = await graphql(shop, subdomain, document, { input: { items: graphqlItems(items), ...input } })
    if (body.errors) return { error: body.errors[0].message }
    const { quote } = body.data
    const lower = (option: any) => option && { ...option, kind: option.kind.toLowerCase(), free_from: option.freeFrom }
    return {
      ...quote,
      delivery: lower(quote.delivery) ?? undefined,
      delivery_options: quote.deliveryOptions.map(lower),
      payment_options: quote.paymentOptions,
      payment_method: quote.paymentMethod,
    }
  },
}

const fees = (options: any[] = []) => options.map(({ code, fee }) => [code, fee])

describe.each(interfaces)('over %s, in a store with zones', (by) => {
  const client = clientOf(shop, subdomain, by)
  const quote = quoteBy[by]

  it.each([
    [
      'nothing named: the rest of the country',
      {},
      'standard',
      60,
      [
        ['standard', 60],
        ['express', 140],
      ],
    ],
    [
      'a city by its postal code',
      { postalCode: ' 560-001 ' },
      'pickup',
      49,
      [
        ['same-day', 99],
        ['standard', 49],
        ['pickup', 0],
      ],
    ],
    [
      'a code that the city excludes',
      { region: 'IN-KA', postalCode: '560099' },
      'standard',
      60,
      [
        ['standard', 60],
        ['express', 140],
      ],
    ],
    ['a state by its name', assam, 'post', 120, [['post', 120]]],
    [
      'a method that was chosen',
      { method: 'express' },
      'express',
      140,
      [
        ['standard', 60],
        ['express', 140],
      ],
    ],
    [
      'a pickup that was chosen',
      { postalCode: '560001', method: 'pickup' },
      'pickup',
      0,
      [
        ['same-day', 99],
        ['standard', 49],
        ['pickup', 0],
      ],
    ],
  ])('%s', async (_, delivery, method, fee, options) => {
    const { breakdown, delivery: taken, delivery_options, notices } = await quote({ items: [masala], delivery })
    expect(breakdown.shipping).toBe(fee)
    expect(breakdown.total).toBe(240 + fee)
    // The cheapest that delivers, so that nobody has to come for what they did not choose to pick up.
    expect(taken.code).toBe(method === 'pickup' && !('method' in delivery) ? 'standard' : method)
    expect(fees(delivery_options)).toEqual(options)
    expect(notices).toEqual([])
  })

  it('fees by weight, by value, with steps, and free from an amount', async () => {
    const shipping = async (items: object[], delivery: object) => (await quote({ items, delivery })).breakdown.shipping
    expect(await shipping([kilo], {})).toBe(20 + 5 * 40) // 2080 g: five begun steps of 500 g.
    expect(await shipping([strainer], assam)).toBe(120) // The default weight of 250 g.
    expect(await shipping([{ ...strainer, qty: 4 }], assam)).toBe(180)
    expect(await shipping([{ ...strainer, qty: 3 }], assam)).toBe(180) // 750 g: two begun steps.
    expect(await shipping([{ ...masala, qty: 3 }], { postalCode: '560001' })).toBe(29)
    expect(await shipping([{ ...masala, qty: 7 }], {})).toBe(0)
  })

  it('promises days in the store’s time zone', async () => {
    const { delivery } = await quote({ items: [masala] })
    expect(delivery).toMatchObject({ from: '2026-03-05', until: '2026-03-08', kind: 'delivery', free_from: 1499 })
  })

  it.each([
    [{ country: 'FR' }, 'DELIVERY_UNAVAILABLE', 'NOT_DELIVERED_THERE', 'We do not deliver there.'],
    [{ method: 'rocket' }, 'METHOD_UNAVAILABLE', NO_METHOD, 'This delivery method is not available.'],
    [{ ...assam, method: 'express' }, 'METHOD_UNAVAILABLE', NO_METHOD, 'This delivery method is not available.'],
  ])('%j is a notice of a quote and refuses a checkout: %s', async (delivery, code, reason, message) => {
    expect((await quote({ items: [masala], delivery })).notices).toEqual([{ code, reason, message }])
    expect(await client.checkout({ items: [masala], buyer, delivery })).toMatchObject({ status: 400, error: message })
  })

  it.each([
    [{ region: 'Atlantis' }, 'Enter the name of the state in India, such as Andaman and Nicobar Islands.'],
    [{ country: 'India' }, 'Country must be a code of two letters, such as IN'],
    [{ postalCode: 'x'.repeat(21) }, 'Postal code must be at most 20 characters'],
  ])('%j is refused', async (delivery, message) => {
    expect((await quote({ items: [masala], delivery })).error).toBe(message)
    expect(await client.checkout({ items: [masala], buyer, delivery })).toMatchObject({ status: 400, error: message })
  })

  it('a payment method has its fee, its zones and its limits', async () => {
    const paid = async (paymentMethod: string, items: object[] = [masala], delivery: object = {}) => {
      const { breakdown, notices, payment_options } = await quote({ items, delivery, paymentMethod })
      return { shipping: breakdown.shipping, notices, options: fees(payment_options) }
    }
    expect(await paid('cod')).toEqual({
      shipping: 100,
      notices: [],
      options: [
        ['cod', 40],
        ['upi', 0],
      ],
    })
    const message = 'This payment method is not available.'
    const notices = [{ code: 'METHOD_UNAVAILABLE', message }]
    expect(await paid('cod', [masala], assam)).toMatchObject({ shipping: 120, notices })
    expect(await paid('cod', [masala], { method: 'express' })).toMatchObject({ notices, options: [['upi', 0]] })
    expect(await paid('cod', [{ ...kilo, qty: 9 }])).toMatchObject({ notices })
    expect(await client.checkout({ items: [masala], buyer, paymentMethod: 'gold' })).toMatchObject({
      ...{ status: 400, error: message },
    })
  })

  it('a client that knows only the specification buys, and the order keeps how it is delivered', async () => {
    const placed = await dataOf(client.checkout({ items: [masala], buyer }))
    expect(placed.breakdown).toMatchObject({ shipping: 60, total: 300 })
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    const order = await orderRow(shop, store, placed.orderNo)
    expect(order).toMatchObject({ shippingFee: 6000n, paymentMethod: null, paymentTerms: null })
    expect(order.delivery).toEqual({
      ...{ method: 'standard', name: 'Standard', kind: 'DELIVERY', zone: 'india', fee: '6000', destination: null },
      ...{ from: '2026-03-05', until: '2026-03-08', pickup: null },
    })
  })

  it('an address of the customer is a destination, whose region may be a name', async () => {
    const { token } = await dataOf(client.signUp({ name: 'Asha', phone: `98765000${by.length}`, password: 'secret1' }))
    const sent = { name: 'Asha', lines: ['1 Hill Road'], city: 'Guwahati', region: 'Assam', postalCode: '781001' }
    const { address } = await dataOf(client.addAddress(sent, { token }))
    const placed = await dataOf(client.checkout({ items: [masala], buyer: somebody, addressId: address.id }, { token }))
    expect(placed.breakdown.shipping).toBe(120)
    const { delivery } = await orderRow(shop, store, placed.orderNo)
    expect(delivery).toMatchObject({
      zone: 'islands',
      destination: { country: 'IN', region: 'IN-AS', postalCode: '781001' },
    })
  })
})

describe('over REST', () => {
  const client = clientOf(shop, subdomain, 'REST')
  const asProblem = { headers: { accept: 'application/problem+json' } }

  it('a cart remembers where it goes, and an order shows it in the history and when tracked', async () => {
    const body = { items: [masala], delivery: { postalCode: '560001', method: 'same-day' } }
    const { body: created } = await rest(shop, 'POST', ofREST('/cart'), body)
    const { cart } = created
    expect(cart).toMatchObject({
      ...{ destination: { country: 'IN', region: null, postal_code: '560001' }, breakdown: { shipping: 99 } },
      delivery: { code: 'same-day', fee: 99, from: '2026-03-02', until: '2026-03-02' },
    })
    const { token } = await dataOf(client.signUp({ name: 'Mira', phone: '9876512345', password: 'secret1' }))
    const placed = await dataOf(client.checkout({ cartId: cart.id, buyer }, { token }))
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    const shown = {
      ...{ method: 'same-day', name: 'Same day', kind: 'delivery', fee: 99, from: '2026-03-02', until: '2026-03-02' },
      ...{ destination: { country: 'IN', region: null, postal_code: '560001' }, pickup: null, ready_at: null },
    }
    const { body: history } = await rest(shop, 'GET', ofREST('/customer/orders'), undefined, { token })
    expect(history.orders[0].delivery).toEqual(shown)
    const { body: tracked } = await rest(shop, 'POST', ofREST('/track-order'), {
      ...{ orderNo: placed.orderNo, phone: buyer.phone },
    })
    expect(tracked.order.delivery).toEqual(shown)
  })

  it('a problem document has the notice', async () => {
    const body = { items: [masala], buyer, delivery: { country: 'FR' } }
    const refused = await rest(shop, 'POST', ofREST('/checkout'), body, asProblem)
    expect(refused).toMatchObject({
      ...{ status: 400 },
      body: {
        notices: [{ code: 'DELIVERY_UNAVAILABLE', reason: 'NOT_DELIVERED_THERE', message: 'We do not deliver there.' }],
      },
    })
  })

  it('says what a destination is offered, for anything, a product or a cart', async () => {
    const get = async (query: string) => (await rest(shop, 'GET', ofREST(`/delivery?${query}`))).body
    const city = await get('country=IN&postal_code=560001')
    expect(city).toMatchObject({
      serviceable: true,
      methods: [{ code: 'same-day', fee: 99 }, { code: 'standard' }, {}],
    })
    expect(city.methods[2]).toMatchObject({ kind: 'pickup', pickup: { address: '12 Church Street, Bengaluru 560001' } })
    expect(fees(city.payment_methods)).toEqual([
      ['cod', 40],
      ['upi', 0],
    ])
    expect(fees((await get(`region=Assam&postal_code=781001&product=${masala.id}`)).methods)).toEqual([['post', 120]])
    expect(await get('country=FR')).toEqual({
      ...{
        serviceable: false,
        message: 'We do not deliver there.',
        methods: [],
        payment_methods: [expect.objectContaining({ code: 'upi' })],
      },
    })
  })
})
