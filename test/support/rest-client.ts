import type { Method } from '../../src/api/rest/route.ts'
import { type Caller, type Outcome, rest } from './call.ts'
import type { Shop } from './shop.ts'

const e = encodeURIComponent

export function restClient(shop: Shop, subdomain: string) {
  const call = async (caller: Caller | undefined, method: Method, path: string, body?: unknown): Promise<Outcome> => {
    const answer = await rest(shop, method, `/api/sites/${subdomain}${path}`, body, caller)
    if (answer.status === 200) return { data: answer.body }
    const retryAfter = Number(answer.headers['retry-after'])
    return { status: answer.status, ...answer.body, ...(retryAfter && { retryAfter }) }
  }
  return {
    products: ({ category }: { category?: string } = {}, by?: Caller) =>
      call(by, 'GET', `/products${category === undefined ? '' : `?category=${e(category)}`}`),
    product: (idOrSlug: string, by?: Caller) => call(by, 'GET', `/products/${e(idOrSlug)}`),
    related: (idOrSlug: string, by?: Caller) => call(by, 'GET', `/products/${e(idOrSlug)}/related`),
    categories: (by?: Caller) => call(by, 'GET', '/categories'),
    store: (by?: Caller) => call(by, 'GET', '/store'),
    reviews: (productId: string, by?: Caller) => call(by, 'GET', `/reviews/${e(productId)}`),
    submitReview: (productId: string, input: object, by?: Caller) =>
      call(by, 'POST', `/reviews/${e(productId)}`, input),
    signUp: (input: object, by?: Caller) => call(by, 'POST', '/customer/signup', input),
    logIn: (input: object, by?: Caller) => call(by, 'POST', '/customer/login', input),
    me: (by?: Caller) => call(by, 'GET', '/customer/me'),
    updateMe: (input: object, by?: Caller) => call(by, 'PATCH', '/customer/me', input),
    changePassword: (input: object, by?: Caller) => call(by, 'POST', '/customer/password', input),
    forgotPassword: (phone: unknown, by?: Caller) => call(by, 'POST', '/customer/password/forgot', { phone }),
    resetPassword: (input: object, by?: Caller) => call(by, 'POST', '/customer/password/reset', input),
    confirmEmail: (code: unknown, by?: Caller) => call(by, 'POST', '/customer/email/confirm', { code }),
    logOut: (by?: Caller) => call(by, 'POST', '/customer/logout'),
    logOutEverywhere: (by?: Caller) => call(by, 'POST', '/customer/logout-everywhere'),
    myData: (by?: Caller) => call(by, 'GET', '/customer/me/data'),
    deleteMe: (password: unknown, by?: Caller) => call(by, 'DELETE', '/customer/me', { password }),
    addresses: (by?: Caller) => call(by, 'GET', '/customer/addresses'),
    addAddress: (input: object, by?: Caller) => call(by, 'POST', '/customer/addresses', input),
    updateAddress: (id: string, input: object, by?: Caller) => call(by, 'PATCH', `/customer/addresses/${e(id)}`, input),
    removeAddress: (id: string, by?: Caller) => call(by, 'DELETE', `/customer/addresses/${e(id)}`),
    orders: (by?: Caller) => call(by, 'GET', '/customer/orders'),
    createCart: (input: object = {}, by?: Caller) => call(by, 'POST', '/cart', input),
    cart: (id: string, by?: Caller) => call(by, 'GET', `/cart/${e(id)}`),
    updateCart: (id: string, input: object, by?: Caller) => call(by, 'PATCH', `/cart/${e(id)}`, input),
    deleteCart: (id: string, by?: Caller) => call(by, 'DELETE', `/cart/${e(id)}`),
    quote: (input: object, by?: Caller) => call(by, 'POST', '/quote', input),
    checkout: (input: object, by?: Caller) => call(by, 'POST', '/checkout', input),
    verify: (input: object, by?: Caller) => call(by, 'POST', '/checkout/verify', input),
    trackOrder: (input: { orderNo?: unknown; phone?: unknown }, by?: Caller) => call(by, 'POST', '/track-order', input),
    cancelOrder: (orderNo: string, by?: Caller) => call(by, 'POST', `/customer/orders/${e(orderNo)}/cancel`),
    loyalty: (by?: Caller) => call(by, 'GET', '/loyalty'),
    submitLead: (input: unknown, by?: Caller) =>
      call({ ...by, headers: { accept: 'application/json', ...by?.headers } }, 'POST', '/lead', input),
    wishlist: (by?: Caller) => call(by, 'GET', '/wishlist'),
    addToWishlist: (productId: string, by?: Caller) => call(by, 'POST', `/wishlist/${e(productId)}`),
    removeFromWishlist: (productId: string, by?: Caller) => call(by, 'DELETE', `/wishlist/${e(productId)}`),
    subscribe: (input: object, by?: Caller) => call(by, 'POST', '/subscribe', input),
    chat: (input: { message: unknown; history?: unknown }, by?: Caller) => call(by, 'POST', '/chat', input),
    unlock: (password: unknown, by?: Caller) => call(by, 'POST', '/unlock', { password }),
  }
}
