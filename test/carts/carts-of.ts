import { dataOf } from '../support/buying.ts'
import type { Caller } from '../support/call.ts'
import type { StorefrontClient } from '../support/client.ts'

/** The carts themselves, where nothing else is expected. */
export const cartsOf = (client: () => StorefrontClient) => ({
  create: async (input: object = {}, caller?: Caller) => (await dataOf(client().createCart(input, caller))).cart,
  change: async (id: string, input: object, caller?: Caller) =>
    (await dataOf(client().updateCart(id, input, caller))).cart,
  read: async (id: string, caller?: Caller) => (await dataOf(client().cart(id, caller))).cart,
})

export const quantities = ({ items }: any): [name: string, qty: number][] =>
  items.map(({ name, qty }: any) => [name, qty])

export const CART_NOT_FOUND = { status: 404, error: 'Cart not found' }
