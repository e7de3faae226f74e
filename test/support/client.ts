import type { Caller, Outcome } from './call.ts'
import { graphqlClient } from './graphql-client.ts'
import { restClient } from './rest-client.ts'
import type { Shop } from './shop.ts'

/** The storefront's operations as a client calls them, by either interface, with the same names and the same answers. */
export interface StorefrontClient {
  products(args?: { category?: string }, caller?: Caller): Promise<Outcome>
  product(idOrSlug: string, caller?: Caller): Promise<Outcome>
  related(idOrSlug: string, caller?: Caller): Promise<Outcome>
  categories(caller?: Caller): Promise<Outcome>
  store(caller?: Caller): Promise<Outcome>
  reviews(productId: string, caller?: Caller): Promise<Outcome>
  submitReview(productId: string, input: object, caller?: Caller): Promise<Outcome>
  signUp(input: object, caller?: Caller): Promise<Outcome>
  logIn(input: object, caller?: Caller): Promise<Outcome>
  me(caller?: Caller): Promise<Outcome>
  updateMe(input: object, caller?: Caller): Promise<Outcome>
  changePassword(input: object, caller?: Caller): Promise<Outcome>
  forgotPassword(phone: unknown, caller?: Caller): Promise<Outcome>
  resetPassword(input: object, caller?: Caller): Promise<Outcome>
  confirmEmail(code: unknown, caller?: Caller): Promise<Outcome>
  logOut(caller?: Caller): Promise<Outcome>
  logOutEverywhere(caller?: Caller): Promise<Outcome>
  myData(caller?: Caller): Promise<Outcome>
  deleteMe(password: unknown, caller?: Caller): Promise<Outcome>
  addresses(caller?: Caller): Promise<Outcome>
  addAddress(input: object, caller?: Caller): Promise<Outcome>
  updateAddress(id: string, input: object, caller?: Caller): Promise<Outcome>
  removeAddress(id: string, caller?: Caller): Promise<Outcome>
  orders(caller?: Caller): Promise<Outcome>
  createCart(input?: object, caller?: Caller): Promise<Outcome>
  cart(id: string, caller?: Caller): Promise<Outcome>
  updateCart(id: string, input: object, caller?: Caller): Promise<Outcome>
  deleteCart(id: string, caller?: Caller): Promise<Outcome>
  quote(input: object, caller?: Caller): Promise<Outcome>
  checkout(input: object, caller?: Caller): Promise<Outcome>
  /** With the names of REST. */
  verify(input: object, caller?: Caller): Promise<Outcome>
  trackOrder(input: { orderNo?: unknown; phone?: unknown }, caller?: Caller): Promise<Outcome>
  cancelOrder(orderNo: string, caller?: Caller): Promise<Outcome>
  loyalty(caller?: Caller): Promise<Outcome>
  submitLead(input: unknown, caller?: Caller): Promise<Outcome>
  wishlist(caller?: Caller): Promise<Outcome>
  addToWishlist(productId: string, caller?: Caller): Promise<Outcome>
  removeFromWishlist(productId: string, caller?: Caller): Promise<Outcome>
  subscribe(input: object, caller?: Caller): Promise<Outcome>
  /** With the roles of REST. */
  chat(input: { message: unknown; history?: unknown }, caller?: Caller): Promise<Outcome>
  unlock(password: unknown, caller?: Caller): Promise<Outcome>
}

export const interfaces = ['REST', 'GraphQL'] as const

export function clientOf(shop: Shop, subdomain: string, by: (typeof interfaces)[number]): StorefrontClient {
  return by === 'REST' ? restClient(shop, subdomain) : graphqlClient(shop, subdomain)
}
