import type { Method } from '../../src/rest/route.ts'
import { type Caller, type Outcome, rest } from './call.ts'
import type { StorefrontClient } from './client.ts'
import type { Shop } from './shop.ts'

export function restClient(shop: Shop, subdomain: string): StorefrontClient {
  const base = `/api/sites/${subdomain}`
  const call = async (method: Method, path: string, body?: unknown, caller?: Caller): Promise<Outcome> => {
    const answer = await rest(shop, method, base + path, body, caller)
    if (answer.status === 200) return { data: answer.body }
    const retryAfter = Number(answer.headers['retry-after'])
    return { status: answer.status, ...answer.body, ...(retryAfter && { retryAfter }) }
  }
  return {
    products: ({ category } = {}, caller) =>
      call(
        'GET',
        `/products${category === undefined ? '' : `?category=${encodeURIComponent(category)}`}`,
        undefined,
        caller,
      ),
    product: (idOrSlug, caller) => call('GET', `/products/${encodeURIComponent(idOrSlug)}`, undefined, caller),
    related: (idOrSlug, caller) => call('GET', `/products/${encodeURIComponent(idOrSlug)}/related`, undefined, caller),
    categories: (caller) => call('GET', '/categories', undefined, caller),
    store: (caller) => call('GET', '/store', undefined, caller),
    reviews: (productId, caller) => call('GET', `/reviews/${encodeURIComponent(productId)}`, undefined, caller),
    submitReview: (productId, input, caller) =>
      call('POST', `/reviews/${encodeURIComponent(productId)}`, input, caller),
    signUp: (input, caller) => call('POST', '/customer/signup', input, caller),
    logIn: (input, caller) => call('POST', '/customer/login', input, caller),
    me: (caller) => call('GET', '/customer/me', undefined, caller),
    updateMe: (input, caller) => call('PATCH', '/customer/me', input, caller),
    changePassword: (input, caller) => call('POST', '/customer/password', input, caller),
    forgotPassword: (phone, caller) => call('POST', '/customer/password/forgot', { phone }, caller),
    resetPassword: (input, caller) => call('POST', '/customer/password/reset', input, caller),
    confirmEmail: (code, caller) => call('POST', '/customer/email/confirm', { code }, caller),
    logOut: (caller) => call('POST', '/customer/logout', undefined, caller),
    logOutEverywhere: (caller) => call('POST', '/customer/logout-everywhere', undefined, caller),
    myData: (caller) => call('GET', '/customer/me/data', undefined, caller),
    deleteMe: (password, caller) => call('DELETE', '/customer/me', { password }, caller),
    addresses: (caller) => call('GET', '/customer/addresses', undefined, caller),
    addAddress: (input, caller) => call('POST', '/customer/addresses', input, caller),
    updateAddress: (id, input, caller) => call('PATCH', `/customer/addresses/${encodeURIComponent(id)}`, input, caller),
    removeAddress: (id, caller) => call('DELETE', `/customer/addresses/${encodeURIComponent(id)}`, undefined, caller),
    orders: (caller) => call('GET', '/customer/orders', undefined, caller),
    createCart: (input = {}, caller) => call('POST', '/cart', input, caller),
    cart: (id, caller) => call('GET', `/cart/${encodeURIComponent(id)}`, undefined, caller),
    updateCart: (id, input, caller) => call('PATCH', `/cart/${encodeURIComponent(id)}`, input, caller),
    deleteCart: (id, caller) => call('DELETE', `/cart/${encodeURIComponent(id)}`, undefined, caller),
    quote: (input, caller) => call('POST', '/quote', input, caller),
    checkout: (input, caller) => call('POST', '/checkout', input, caller),
    verify: (input, caller) => call('POST', '/checkout/verify', input, caller),
    trackOrder: (input, caller) => call('POST', '/track-order', input, caller),
    cancelOrder: (orderNo, caller) =>
      call('POST', `/customer/orders/${encodeURIComponent(orderNo)}/cancel`, undefined, caller),
    loyalty: (caller) => call('GET', '/loyalty', undefined, caller),
    submitLead: (input, caller) =>
      call('POST', '/lead', input, { ...caller, headers: { accept: 'application/json', ...caller?.headers } }),
    wishlist: (caller) => call('GET', '/wishlist', undefined, caller),
    addToWishlist: (productId, caller) => call('POST', `/wishlist/${encodeURIComponent(productId)}`, undefined, caller),
    removeFromWishlist: (productId, caller) =>
      call('DELETE', `/wishlist/${encodeURIComponent(productId)}`, undefined, caller),
    subscribe: (input, caller) => call('POST', '/subscribe', input, caller),
    chat: (input, caller) => call('POST', '/chat', input, caller),
    unlock: (password, caller) => call('POST', '/unlock', { password }, caller),
  }
}
