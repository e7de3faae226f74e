import { statusOf } from '../../src/http/status.ts'
import type { ProblemCode } from '../../src/platform/problem.ts'
import type { Shop } from './shop.ts'

/** What a call came to: the data, or the error as REST words it. */
export type Outcome = { data: any } | { status: number; error: string; retryAfter?: number }

export interface Caller {
  token?: string | undefined
  /** The client's address; one of its own for every call when left out, so that limits stay out of the way. */
  ip?: string | undefined
  headers?: Record<string, string>
}

let lastAddress = 0
const freshAddress = () => {
  lastAddress += 1
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}

function headersOf({ token, ip, headers }: Caller): Record<string, string> {
  return {
    'x-forwarded-for': ip ?? freshAddress(),
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  }
}

export async function rest(
  shop: Shop,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: unknown,
  caller: Caller = {},
) {
  const response = await shop.app.inject({
    method,
    url,
    headers: { ...headersOf(caller), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

export async function graphql(
  shop: Shop,
  subdomain: string,
  query: string,
  variables: object = {},
  caller: Caller = {},
) {
  const response = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${subdomain}/graphql`,
    headers: { ...headersOf(caller), 'content-type': 'application/json' },
    payload: JSON.stringify({ query, variables }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

/** The storefront's operations as a client calls them, by either interface, with the same names and the same answers. */
export interface StorefrontClient {
  products(args?: { category?: string }, caller?: Caller): Promise<Outcome>
  reviews(productId: string, caller?: Caller): Promise<Outcome>
  submitReview(productId: string, input: object, caller?: Caller): Promise<Outcome>
  signUp(input: object, caller?: Caller): Promise<Outcome>
  logIn(input: object, caller?: Caller): Promise<Outcome>
  me(caller?: Caller): Promise<Outcome>
  orders(caller?: Caller): Promise<Outcome>
  checkout(input: object, caller?: Caller): Promise<Outcome>
  /** With the names of REST. */
  verify(input: object, caller?: Caller): Promise<Outcome>
  trackOrder(input: { orderNo?: unknown; phone?: unknown }, caller?: Caller): Promise<Outcome>
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

function restClient(shop: Shop, subdomain: string): StorefrontClient {
  const base = `/api/sites/${subdomain}`
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    caller?: Caller,
  ): Promise<Outcome> => {
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
    reviews: (productId, caller) => call('GET', `/reviews/${encodeURIComponent(productId)}`, undefined, caller),
    submitReview: (productId, input, caller) =>
      call('POST', `/reviews/${encodeURIComponent(productId)}`, input, caller),
    signUp: (input, caller) => call('POST', '/customer/signup', input, caller),
    logIn: (input, caller) => call('POST', '/customer/login', input, caller),
    me: (caller) => call('GET', '/customer/me', undefined, caller),
    orders: (caller) => call('GET', '/customer/orders', undefined, caller),
    checkout: (input, caller) => call('POST', '/checkout', input, caller),
    verify: (input, caller) => call('POST', '/checkout/verify', input, caller),
    trackOrder: (input, caller) => call('POST', '/track-order', input, caller),
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

/** Answers are brought into the shape of REST, so that one expectation serves both. */
function graphqlClient(shop: Shop, subdomain: string): StorefrontClient {
  const call = async (
    query: string,
    variables: object,
    caller: Caller | undefined,
    shape: (data: any) => unknown,
  ): Promise<Outcome> => {
    const { body } = await graphql(shop, subdomain, query, variables, caller)
    const [error] = body.errors ?? []
    if (!error) return { data: shape(body.data) }
    const { code, retryAfter } = error.extensions as { code: ProblemCode; retryAfter?: number }
    return { status: statusOf[code], error: error.message, ...(retryAfter && { retryAfter }) }
  }
  const customer = 'name phone email address'
  const order = `order_no: orderNo items { name price qty } subtotal shipping_fee: shippingFee
    discount_amount: discountAmount total currency status payment_status: paymentStatus created_at: createdAt`
  const inLowerCase = (order: any) => ({
    ...order,
    status: order.status.toLowerCase(),
    payment_status: order.payment_status.toLowerCase(),
  })
  const inUpperCase = (turn: any) => ({ ...turn, role: turn.role.toUpperCase() })
  const graphqlItem = (item: any) => ({
    ...item,
    ...(item.variant && { variant: Object.entries(item.variant).map(([name, value]) => ({ name, value })) }),
  })
  const review = 'id reviewer_name: reviewerName rating title body verified created_at: createdAt'
  return {
    products: (args = {}, caller) =>
      call(
        `query ($category: String) { products(category: $category) { nodes {
          id name slug description price sale_price: salePrice currency images category brand } } }`,
        args,
        caller,
        ({ products }) => ({ products: products.nodes }),
      ),
    reviews: (productId, caller) =>
      call(
        `query ($productId: ID!) { product(id: $productId) { reviews { nodes { ${review} } } reviewSummary { count average } } }`,
        { productId },
        caller,
        ({ product }) => ({
          reviews: product?.reviews.nodes ?? [],
          ...(product?.reviewSummary ?? { count: 0, average: 0 }),
        }),
      ),
    submitReview: (productId, input, caller) =>
      call(
        `mutation ($productId: ID!, $input: ReviewInput!) {
          submitReview(productId: $productId, input: $input) { id created_at: createdAt verified } }`,
        { productId, input },
        caller,
        ({ submitReview }) => ({ success: true, ...submitReview }),
      ),
    signUp: (input, caller) =>
      call(
        `mutation ($input: SignUpInput!) { signUp(input: $input) {
          token customer { ${customer} referral_code: referralCode } } }`,
        { input },
        caller,
        ({ signUp }) => signUp,
      ),
    logIn: (input, caller) =>
      call(
        `mutation ($input: LogInInput!) { logIn(input: $input) { token customer { ${customer} } } }`,
        { input },
        caller,
        ({ logIn }) => logIn,
      ),
    me: (caller) =>
      call(`{ me { id ${customer} referral_code: referralCode } }`, {}, caller, ({ me }) => ({ customer: me })),
    orders: (caller) =>
      call(`{ me { orders { nodes { ${order} } } } }`, {}, caller, ({ me }) => ({
        orders: me.orders.nodes.map(inLowerCase),
      })),
    checkout: (input: any, caller) =>
      call(
        `mutation ($input: CheckoutInput!) { checkout(input: $input) {
          orderId orderNo providerOrderId amount currency keyId businessName
          breakdown { subtotal discount shipping tax gstInclusive total loyaltyDiscount loyaltyPointsUsed loyaltyPointsEarned } } }`,
        { input: { ...input, items: input.items?.map(graphqlItem) } },
        caller,
        ({ checkout }) => checkout,
      ),
    verify: (input: any, caller) =>
      call(
        'mutation ($input: VerifyPaymentInput!) { verifyPayment(input: $input) }',
        {
          input: {
            providerOrderId: input.provider_order_id,
            providerPaymentId: input.provider_payment_id,
            providerSignature: input.provider_signature,
          },
        },
        caller,
        ({ verifyPayment }) => ({ success: verifyPayment }),
      ),
    trackOrder: (input, caller) =>
      call(
        `query ($orderNo: String!, $phone: String!) { trackOrder(orderNo: $orderNo, phone: $phone) {
          ${order} buyer_name: buyerName updated_at: updatedAt } store { name } }`,
        input,
        caller,
        ({ trackOrder, store }) => ({ order: inLowerCase(trackOrder), businessName: store.name }),
      ),
    loyalty: (caller) =>
      call(
        '{ me { loyalty { enabled earn_rate: earnRate redeem_rate: redeemRate points } } }',
        {},
        caller,
        ({ me }) => me.loyalty,
      ),
    submitLead: (input, caller) =>
      call(
        'mutation ($input: LeadInput!) { submitLead(input: $input) { success message } }',
        { input },
        caller,
        ({ submitLead }) => submitLead,
      ),
    wishlist: (caller) =>
      call(
        '{ me { wishlist { nodes { id name price sale_price: salePrice currency images } } } }',
        {},
        caller,
        ({ me }) => ({ wishlist: me.wishlist.nodes }),
      ),
    addToWishlist: (productId, caller) =>
      call(
        'mutation ($productId: ID!) { addToWishlist(productId: $productId) }',
        { productId },
        caller,
        ({ addToWishlist }) => ({ success: addToWishlist }),
      ),
    removeFromWishlist: (productId, caller) =>
      call(
        'mutation ($productId: ID!) { removeFromWishlist(productId: $productId) }',
        { productId },
        caller,
        ({ removeFromWishlist }) => ({ success: removeFromWishlist }),
      ),
    subscribe: (input, caller) =>
      call('mutation ($input: SubscribeInput!) { subscribe(input: $input) }', { input }, caller, ({ subscribe }) => ({
        success: subscribe,
      })),
    chat: ({ message, history }, caller) =>
      call(
        'mutation ($input: ChatInput!) { chat(input: $input) { reply } }',
        { input: { message, history: Array.isArray(history) ? history.map(inUpperCase) : history } },
        caller,
        ({ chat }) => chat,
      ),
    unlock: (password, caller) =>
      call(
        'mutation ($password: String!) { unlock(password: $password) { access_token: accessToken } }',
        { password },
        caller,
        ({ unlock }) => ({ success: true, ...unlock }),
      ),
  }
}
