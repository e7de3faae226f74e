import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { dataOf, orderRow, productIdOf, signUpWithPoints, buyer as somebody } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))

const buyer = { ...somebody, address: '1 Hill lane, Jorhat' }
const flat = (code: string, fee: number) => ({ code, name: code, tiers: [{ from: 0, fee }] })
const zones = [
  {
    ...{ code: 'city', name: 'City', countries: ['IN'], postalCodes: ['5600*'] },
    methods: [flat('bike', 20), flat('express', 70)],
  },
  {
    ...{ code: 'assam', name: 'Assam', countries: ['IN'], regions: ['IN-AS'] },
    methods: [flat('post', 150)],
  },
  {
    ...{ code: 'india', name: 'India', countries: ['IN'] },
    methods: [
      {
        ...{ code: 'post', name: 'Post', basis: 'price' },
        tiers: [
          { from: 0, fee: 90 },
          { from: 500, fee: 60 },
          { from: 5000, fee: 75 },
        ],
      },
    ],
  },
]
const products = [{ slug: 'tea', name: 'Tea', price: 100 }]
const payments = { provider: 'sandbox' }

const store = await shop.addStore({ store: { payments, shipping: { zones } }, products })
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
const client = clientOf(shop, store.subdomain, 'REST')
const city = { postalCode: '560001' }

const { token } = await signUpWithPoints(shop, store, client, 0)
const home = { name: 'Asha', lines: ['1 Hill lane'], city: 'Jorhat', region: 'Assam', postalCode: '785001' }
const added = await dataOf(client.addAddress(home, { token }))
const addressId: string = added.address.id
const deliveryOf = async (orderNo: string) => (await orderRow(shop, store, orderNo)).delivery

describe('a checkout of a cart that knows where to deliver', () => {
  it('delivers to the address that it names itself', async () => {
    const cart = (await dataOf(client.createCart({ items, delivery: city }, { token }))).cart
    expect(cart.delivery).toMatchObject({ code: 'bike', fee: 20 })
    const placed = await dataOf(client.checkout({ cartId: cart.id, addressId, buyer: somebody }, { token }))
    expect(await deliveryOf(placed.orderNo)).toMatchObject({ zone: 'assam', fee: '15000' })
  })

  it('delivers there by the method that it names itself', async () => {
    const cart = (await dataOf(client.createCart({ items, delivery: city }))).cart
    const placed = await dataOf(client.checkout({ cartId: cart.id, delivery: { method: 'express' }, buyer }))
    expect(await deliveryOf(placed.orderNo)).toMatchObject({ zone: 'city', method: 'express', fee: '7000' })
  })

  it('delivers to the destination that it names itself, by the cheapest method', async () => {
    const cart = (await dataOf(client.createCart({ items, delivery: { ...city, method: 'express' } }))).cart
    const placed = await dataOf(
      client.checkout({ cartId: cart.id, delivery: { region: 'IN-KL', postalCode: '682001' }, buyer }),
    )
    expect(await deliveryOf(placed.orderNo)).toMatchObject({ zone: 'india', method: 'post', fee: '9000' })
  })

  it('keeps the destination once the address is gone', async () => {
    const other = (await dataOf(client.addAddress(home, { token }))).address.id
    const cart = (await dataOf(client.createCart({ items, addressId: other }, { token }))).cart
    await dataOf(client.removeAddress(other, { token }))
    const placed = await dataOf(client.checkout({ cartId: cart.id, buyer }, { token }))
    expect(await deliveryOf(placed.orderNo)).toMatchObject({ zone: 'assam', destination: { postalCode: '785001' } })
  })
})

describe('a postal code as people type it', () => {
  it.each(['560 001', '५६०००१', '５６０－００１', '560–001', '560\u200b001'])('%j', async (postalCode) => {
    const { breakdown } = await dataOf(client.quote({ items, delivery: { postalCode } }))
    expect(breakdown.shipping).toBe(20)
  })
})

describe('what is offered', () => {
  const offered = (query: string) => rest(shop, 'GET', `/api/sites/${store.subdomain}/delivery?${query}`)

  it('has the lowest fee of each method where no items are given', async () => {
    const { body } = await offered('postal_code=600001&region=IN-TN')
    expect(body.methods).toMatchObject([{ code: 'post', fee: 60 }])
  })

  it('is not stored by caches', async () => {
    const { headers } = await offered('postal_code=600001')
    expect(headers['cache-control']).toContain('no-store')
  })

  it.each([
    'country=india',
    'country=I1',
    'region=Atlantis',
    'product=x',
    'cart=x',
    `region=${'x'.repeat(101)}`,
    'postal_code=%00',
  ])('answers %s without a fault', async (query) => {
    expect((await offered(query)).status).toBeLessThan(500)
  })

  it('costs a cart no more than its call', async () => {
    const cart = (await dataOf(client.createCart({ items, delivery: city }))).cart
    const { status, body } = await offered(`cart=${cart.id}`)
    expect([status, body.methods]).toMatchObject([200, [{ fee: 20 }, { fee: 70 }]])
  })
})

describe('a fee by step that no amount holds', () => {
  it('takes nothing that is so heavy', async () => {
    const heavy = await shop.addStore({
      store: {
        payments,
        shipping: {
          defaultWeight: 1_000_000,
          zones: [
            {
              ...{ code: 'all', name: 'All' },
              methods: [
                {
                  ...{ code: 'post', name: 'Post', basis: 'weight', tiers: [{ from: 0, fee: 0 }] },
                  ...{ step: 1, stepFee: 900_000_000 },
                },
              ],
            },
          ],
        },
      },
      products,
    })
    const line = { id: await productIdOf(shop, heavy, 'tea'), qty: 99 }
    const items = Array.from({ length: 100 }, () => line)
    const { status, body } = await rest(shop, 'POST', `/api/sites/${heavy.subdomain}/checkout`, { items, buyer })
    expect([status, body]).toEqual([400, { error: 'We do not deliver there.' }])
  })
})

describe('terms that another process has set up a moment ago', () => {
  const upsertZones = async (to: Store) => {
    const { prisma } = shop.database
    await inTransaction(prisma, async (tx) => {
      const zone = await tx.shippingZone.create({
        data: { storeId: to.id, code: 'np', name: 'Nepal', countries: ['NP'] },
      })
      const home = await tx.shippingZone.create({ data: { storeId: to.id, code: 'in', name: 'India', position: 1 } })
      const method = { storeId: to.id, code: 'post', name: 'Post' }
      await tx.shippingMethod.createMany({
        data: [
          { ...method, zoneId: zone.id, tiers: [{ from: '0', fee: '50000' }] },
          { ...method, zoneId: home.id, tiers: [{ from: '0', fee: '1000' }] },
        ],
      })
      await tx.contentVersion.upsert({
        where: { storeId: to.id },
        create: { storeId: to.id, version: 1, termsVersion: 1 },
        update: { termsVersion: { increment: 1 } },
      })
    })
  }

  it.each(['destination', 'address'])('price the %s that the buyer has named', async (kind) => {
    const young = await shop.addStore({ store: { payments }, products })
    const buyers = clientOf(shop, young.subdomain, 'REST')
    const { token } = await signUpWithPoints(shop, young, buyers, 0)
    const address = await dataOf(buyers.addAddress({ ...home, country: 'NP', region: null }, { token }))
    const items = [{ id: await productIdOf(shop, young, 'tea'), qty: 1 }]
    await dataOf(buyers.quote({ items }))
    await upsertZones(young)
    const where = kind === 'address' ? { addressId: address.address.id } : { delivery: { country: 'NP' } }
    const placed = await dataOf(
      buyers.checkout({ items, buyer: kind === 'address' ? somebody : buyer, ...where }, { token }),
    )
    expect(placed.breakdown.shipping).toBe(500)
  })
})

describe('the store’s terms', () => {
  const readTerms = (text: string) => text.includes('shipping_zones')

  it('are read once, and cost a quote, a cart and a checkout no statement', async () => {
    const plain = await shop.addStore({ store: { payments }, products })
    const counts: number[][] = []
    for (const of of [store, plain]) {
      const buyers = clientOf(shop, of.subdomain, 'REST')
      const input = { items: [{ id: await productIdOf(shop, of, 'tea'), qty: 1 }], delivery: city }
      await dataOf(buyers.quote(input))
      shop.statements()
      const counted: number[] = []
      for (const ask of [buyers.quote, buyers.createCart, (given: object) => buyers.checkout({ ...given, buyer })]) {
        await dataOf(ask(input))
        const statements = shop.statements()
        expect(statements.filter((statement) => readTerms(JSON.stringify(statement)))).toEqual([])
        counted.push(statements.length)
      }
      counts.push(counted)
    }
    expect(counts[0]).toEqual(counts[1])
  })
})

describe('GraphQL', () => {
  it('offers by the same rules', async () => {
    const query = 'query ($to: DestinationInput) { delivery(to: $to) { serviceable message methods { code fee } } }'
    const { body } = await graphql(shop, store.subdomain, query, { to: { country: 'NP' } })
    expect(body.data.delivery).toEqual({ serviceable: false, message: 'We do not deliver there.', methods: [] })
  })
})

describe('a store in a currency of several countries', async () => {
  const methods = [flat('post', 5)]
  const paris = { code: 'paris', name: 'Paris', countries: ['FR'], postalCodes: ['75*'], methods }
  const euro = (shipping: object) =>
    shop.addStore({ store: { payments, currency: 'EUR', shipping: { zones: [paris], ...shipping } }, products })
  const homeless = await euro({})
  const atHome = await euro({ country: 'FR' })
  const told = async (store: Store, delivery: object) => {
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
    const { notices } = await dataOf(clientOf(shop, store.subdomain, 'GraphQL').quote({ items, delivery }))
    const { body } = await rest(shop, 'POST', `/api/sites/${store.subdomain}/quote`, { items, delivery })
    expect(body.notices).toEqual(notices)
    return notices.map(({ message, needs }: { message: string; needs?: string }) => [message, needs])
  }
  const choose = 'Choose where to deliver.'

  it('asks for the country before anything else, unless the owner has named one', async () => {
    expect(await told(homeless, {})).toEqual([[choose, 'country']])
    expect(await told(homeless, { postalCode: '75001' })).toEqual([[choose, 'country']])
    expect(await told(homeless, { country: 'FR' })).toEqual([[choose, 'postalCode']])
    expect(await told(homeless, { country: 'FR', postalCode: '75001' })).toEqual([])
    expect(await told(homeless, { country: 'DE' })).toEqual([['We do not deliver there.', undefined]])
    expect(await told(atHome, {})).toEqual([[choose, 'postalCode']])
    expect(await told(atHome, { postalCode: '75001' })).toEqual([])
  })

  it('says the same before there is a cart', async () => {
    const offered = (query: string) => rest(shop, 'GET', `/api/sites/${homeless.subdomain}/delivery?${query}`)
    expect((await offered('postal_code=75001')).body).toMatchObject({ message: choose, needs: 'country' })
    expect((await offered('country=FR')).body).toMatchObject({ message: choose, needs: 'postalCode' })
    expect((await offered('country=DE')).body).not.toHaveProperty('needs')
  })

  it('tells its owner why a destination is in no zone', async () => {
    const owner = await ownerOf(shop, homeless)
    const TEST =
      'query ($to: DestinationInput!) { testDestination(to: $to) { destination { country postalCode } misses { reason message } } }'
    expect((await owner.ask(TEST, { to: { postalCode: '75001' } })).testDestination).toEqual({
      destination: { country: null, postalCode: '75001' },
      misses: [
        {
          reason: 'COUNTRY_NEEDED',
          message: 'It is for FR, and the destination names no country. Send one, or set the store’s shipping country.',
        },
      ],
    })
  })
})
