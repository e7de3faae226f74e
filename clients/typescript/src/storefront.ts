import { StorefrontError } from './error.ts'
import { follow } from './events.ts'
import { routes } from './generated/routes.ts'
import type { Answer, CallOptions, Input, OperationName, Operations } from './operations.ts'
import { backoff, either, isDone, isPassing, isRunning, mayRepeat, newKey, pause } from './retry.ts'
import { createSend, routeOf, type SendOptions } from './send.ts'
import { memoryStorage, type StorefrontStorage, withLock } from './storage.ts'

export interface StorefrontOptions extends SendOptions {
  /** Where token, cart and an unanswered checkout are stored; by default in memory. */
  storage?: StorefrontStorage
  /** How often an operation that may be repeated is repeated; 4 times by default. */
  retries?: number
  /** Milliseconds that one attempt may take; 30,000 by default. */
  timeout?: number
  /** The longest `Retry-After` that is waited for, in milliseconds; 10,000 by default. A longer one is an error at once. */
  maxWait?: number
}

export type Cart = Answer<'cart'>['cart']
/** Either `items`, the whole new contents, or `remove`, `set` and `add`, which are applied in this order. */
export type CartChange = Omit<Input<'updateCart'>, 'cartId'>

export interface Storefront extends Operations {
  /** The stored cart; null if there is none, or it has expired, or belongs to a customer who is not logged in. */
  findCart(options?: CallOptions): Promise<Cart | null>
  /**
   * Changes the stored cart, or creates one and stores its id.
   * @throws StorefrontError; after `NO_ANSWER` of a change with `add`, or `remove` with `qty`, the cart shows whether it was made
   */
  changeCart(change: CartChange, options?: CallOptions): Promise<Cart>
  /**
   * An order now and after each change, until it can no longer change. Connections that are lost are made again.
   * @param input.phone the phone number of the order; only its last 4 digits are sent
   * @throws StorefrontError such as `NOT_FOUND`, or the signal's reason
   */
  followOrder(input: Input<'trackOrder'>, options?: CallOptions): AsyncGenerator<Answer<'trackOrder'>, void, undefined>
  /** Whether a customer's token is stored. Whether it is still valid shows `me()`. */
  isLoggedIn(): Promise<boolean>
  /** What identifies the visitor, for requests of your own: `Authorization` and `X-Access-Token`, where they are stored. */
  authHeaders(): Promise<Record<string, string>>
}

/** How long the gateway keeps a checkout from being tried again whose process has died; a little more, in ms. */
const CLAIM_MS = 65_000

type StoredName = 'token' | 'cart' | 'access' | 'checkout'

/** A store's API: a method for each operation, by its id in the API reference. */
export function createStorefront(options: StorefrontOptions): Storefront {
  const { store, storage = memoryStorage(), retries = 4, timeout = 30_000, maxWait = 10_000 } = options
  const send = createSend(options)
  const keyOf = (name: StoredName) => `storefront:${store}:${name}`
  const get = async (name: StoredName) => (await storage.getItem(keyOf(name))) || null
  const put = async (name: StoredName, value: string) => storage.setItem(keyOf(name), value)
  /** Leaves alone what another tab has stored meanwhile. */
  const replace = async (name: StoredName, old: string | null, value?: string) => {
    if ((await get(name)) !== old) return
    await (value === undefined ? storage.removeItem(keyOf(name)) : put(name, value))
  }
  /** Keys of checkouts that are answered. */
  const spent = new Set<string>()
  const spend = (key: string) => {
    spent.add(key)
    return replace('checkout', key)
  }

  const identify = (token: string | null, access: string | null): Record<string, string> => ({
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(access && { 'X-Access-Token': access }),
  })

  async function call<Name extends OperationName>(
    name: Name,
    input: object = {},
    { signal, headers }: CallOptions & { headers?: Record<string, string> } = {},
  ): Promise<Answer<Name>> {
    const [method, , who] = routeOf(name)
    const isRepeatable = mayRepeat(name, method, input)
    const begun = Date.now()
    let isLost = false
    for (let attempt = 0; ; ) {
      const token = who ? await get('token') : null
      const access = await get('access')
      try {
        // The answer of the operation, as its types are made of the same document.
        return (await send(name, input, {
          headers: { ...identify(token, access), ...headers },
          signal: either(signal, AbortSignal.timeout(timeout)),
        })) as Answer<Name>
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof StorefrontError)) throw error
        // All that is answered by such an operation.
        if (isLost && isDone(name, method, error)) return { success: true } as Answer<Name>
        if (error.code === 'UNAUTHENTICATED' && who === '!') {
          await forget(error, token, access)
          // Another tab has logged in meanwhile.
          if (attempt++ < retries && token && ![token, null].includes(await get('token'))) continue
        }
        isLost ||= error.code === 'NO_ANSWER'
        const wait = (error.retryAfter ?? 0) * 1000
        if (name === 'checkout' && isRunning(error) && Date.now() - begun < CLAIM_MS) await pause(1000, signal)
        else if (attempt >= retries || wait > maxWait || !isPassing(error, isRepeatable)) throw error
        else await pause(Math.max(wait, backoff(attempt++)), signal)
      }
    }
  }

  /** Forgets the token that was refused, so that the shopper is asked to log in, or for the store's password. */
  const forget = ({ reason }: StorefrontError, token: string | null, access: string | null) =>
    reason === 'STORE_LOCKED' ? replace('access', access) : replace('token', token)

  async function logInWith<Name extends 'logIn' | 'signUp'>(name: Name, input: Input<Name>, options?: CallOptions) {
    const cartId = await get('cart')
    const answer = await call(name, { ...(cartId && { cartId }), ...input }, options)
    await put('token', answer.token)
    return answer
  }

  async function logOutWith(name: 'logOut' | 'logOutEverywhere', options?: CallOptions) {
    const token = await get('token')
    try {
      return await call(name, {}, options)
    } finally {
      await replace('token', token)
    }
  }

  async function checkout(input: Input<'checkout'>, options?: CallOptions): Promise<Answer<'checkout'>> {
    const cartId = input.items || input.cartId ? null : await get('cart')
    const body = { ...(cartId && { cartId }), ...input }
    for (;;) {
      const fresh = newKey()
      const chooseKey = async (unseen: string[]) => {
        const stored = [await get('checkout'), ...unseen].find((key) => key && !spent.has(key))
        if (!stored) await put('checkout', fresh)
        return stored ?? fresh
      }
      const key = await withLock(storage, keyOf('checkout'), chooseKey, (chosen) => chosen)
      try {
        const answer = await call('checkout', body, { ...options, headers: { 'Idempotency-Key': key } })
        await spend(key)
        return answer
      } catch (error) {
        // The key stays while the order may have been placed.
        const isRefused = error instanceof StorefrontError && error.status < 500 && error.status > 0
        if (isRefused && error.code !== 'RATE_LIMITED' && !isRunning(error)) {
          await spend(key)
          // The stored key was for another order.
          if (key !== fresh && error.reason === 'KEY_REUSED') continue
        }
        throw error
      }
    }
  }

  const isGone = (error: unknown) => error instanceof StorefrontError && error.reason === 'CART_NOT_FOUND'

  async function findCart(options?: CallOptions): Promise<Cart | null> {
    const cartId = await get('cart')
    if (!cartId) return null
    try {
      return (await call('cart', { cartId }, options)).cart
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }

  async function changeCart(change: CartChange, options?: CallOptions): Promise<Cart> {
    const known = await get('cart')
    const update = async (cartId: string) => {
      try {
        return (await call('updateCart', { ...change, cartId }, options)).cart
      } catch (error) {
        if (isGone(error)) return null
        throw error
      }
    }
    const changed = known && (await update(known))
    if (changed) return changed
    const create = async (unseen: string[]) => {
      for (const created of new Set([await get('cart'), ...unseen])) {
        const ofOther = created && created !== known && (await update(created))
        if (ofOther) return ofOther
      }
      const { items, add, set, remove, loyaltyPoints, discountCode } = change
      const isSimple = !set && !remove && !loyaltyPoints
      const first = isSimple && { items: items ?? add, ...(discountCode && { discountCode }) }
      const { cart } = await call('createCart', first || {}, options)
      await put('cart', cart.id)
      return isSimple ? cart : ((await update(cart.id)) ?? cart)
    }
    return withLock(storage, keyOf('cart'), create, ({ id }) => id)
  }

  const operations = Object.fromEntries(
    // `routes` has the names of all operations, and nothing else.
    (Object.keys(routes) as OperationName[]).map((name) => [
      name,
      (input?: object, options?: CallOptions) => call(name, input, options),
    ]),
  ) as unknown as Operations // a method for each

  return {
    ...operations,
    checkout,
    findCart,
    changeCart,
    logIn: (input, options) => logInWith('logIn', input, options),
    signUp: (input, options) => logInWith('signUp', input, options),
    logOut: (_, options) => logOutWith('logOut', options),
    logOutEverywhere: (_, options) => logOutWith('logOutEverywhere', options),
    async deleteMe(input, options) {
      const answer = await call('deleteMe', input, options)
      await Promise.all([storage.removeItem(keyOf('token')), storage.removeItem(keyOf('cart'))])
      return answer
    },
    async unlock(input, options) {
      const answer = await call('unlock', input, options)
      await put('access', answer.access_token)
      return answer
    },
    followOrder: ({ orderNo, phone }, { signal: outer } = {}) =>
      follow((headers, signal) => {
        const input = { orderNo, phone: phone.replace(/\P{Nd}/gu, '').slice(-4) }
        return send('followOrder', input, { headers, signal, isStream: true })
      }, outer),
    isLoggedIn: async () => (await get('token')) !== null,
    authHeaders: async () => identify(await get('token'), await get('access')),
  }
}
