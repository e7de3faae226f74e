import { expect, it } from 'vitest'
import { dataOf, productIdOf } from '../support/buying.ts'
import { type Caller, graphql } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited, cart: unlimited, checkout: unlimited } }))
const method = (code: string, fee: number) => ({ code, name: code, tiers: [{ from: 0, fee }] })
const store = await shop.addStore({
  store: {
    payments: { provider: 'sandbox' },
    shipping: {
      zones: [
        {
          ...{ code: 'city', name: 'City', countries: ['IN'], postalCodes: ['560001-560099'] },
          methods: [method('bike', 20)],
        },
        { code: 'land', name: 'Country', countries: ['IN'], methods: [method('post', 80)] },
      ],
    },
  },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
})
const client = clientOf(shop, store.subdomain, 'GraphQL')
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]

const SHOWN = `query ($id: ID!, $to: DestinationInput, $toDefaultAddress: Boolean) {
  cart(id: $id, to: $to, toDefaultAddress: $toDefaultAddress) {
    breakdown { total } destination { postalCode } notices { reason needs }
  }
}`
async function shown(id: string, asked: object, caller?: Caller) {
  const { body } = await graphql(shop, store.subdomain, SHOWN, { id, ...asked }, caller)
  if (body.errors) return body.errors[0].message
  const { breakdown, destination, notices } = body.data.cart
  return [breakdown.total, destination?.postalCode ?? null, ...notices.map(({ needs }: any) => needs)]
}

it('a cart that names no destination is priced at the one that is asked for', async () => {
  const { cart } = await dataOf(client.createCart({ items }))
  expect(await shown(cart.id, {})).toEqual([180, null])
  expect(await shown(cart.id, { to: { country: 'IN', postalCode: '560 001' } })).toEqual([120, '560 001'])
  expect(await shown(cart.id, { to: { country: 'IN' } })).toEqual([100, null, 'postalCode'])
  expect(await shown(cart.id, { to: { country: 'IN', postalCode: 'hello' } })).toContain('postal code of India')
  await dataOf(client.updateCart(cart.id, { delivery: { postalCode: '110001' } }))
  expect(await shown(cart.id, { to: { country: 'IN', postalCode: '560001' } })).toEqual([180, '110001'])
})

it('a customer’s is priced at their default address, which the checkout with that address charges', async () => {
  const { token } = await dataOf(client.signUp({ name: 'Asha', phone: newPhone(), password: 'secret1' }))
  const caller = { token }
  const { cart } = await dataOf(client.createCart({ items }, caller))
  const fallback = { to: { country: 'IN' }, toDefaultAddress: true }
  expect(await shown(cart.id, fallback, caller)).toEqual([100, null, 'postalCode'])
  const add = (postalCode: string, isDefault: boolean) =>
    dataOf(
      client.addAddress(
        { name: 'Asha', lines: ['1 Road'], city: 'Town', country: 'IN', postalCode, isDefault },
        caller,
      ),
    )
  await add('110001', false)
  expect(await shown(cart.id, fallback, caller)).toEqual([180, '110001'])
  const { address } = await add('560001', true)
  expect(await shown(cart.id, fallback, caller)).toEqual([120, '560001'])
  const buyer = { name: 'Asha', phone: newPhone() }
  const placed = await dataOf(
    client.checkout({ cartId: cart.id, buyer, addressId: address.id, expectedTotal: 120 }, caller),
  )
  expect(placed.breakdown.total).toBe(120)
})
