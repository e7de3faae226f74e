import { afterAll, beforeAll, expect, it } from 'vitest'
import { pay } from '../support/buying.ts'
import { expectDocumented } from '../support/documented-status.ts'
import { ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'

// Answers of a store without zones, delivery methods and payment methods, as they were before there were any: recorded
// at commit 11a246c, to the byte and with the order of keys. A change that is meant is recorded again with
// `npx vitest run test/rest/recorded-answers.test.ts -u`, and its diff is read.

const NOW = new Date('2026-03-01T12:00:00Z')
const PASSWORD = 'secret1'
const options = (size: string) => [{ name: 'size', value: size }]
const bundle = {
  store: {
    ...{ subdomain: 'tea', businessName: 'Tea House', payments: { provider: 'sandbox' }, cancellableMinutes: 60 },
    ...{ tax: { rate: 5, inclusive: false }, shipping: { fee: 49.5, freeFrom: 900 } },
    loyalty: { enabled: true, earnRate: 0.1, redeemRate: 0.5 },
  },
  products: [
    {
      ...{ slug: 'assam', name: 'Assam', description: 'Malty.', price: 250, salePrice: 199.99, category: 'Black tea' },
      ...{ brand: 'Halmari', taxRate: 18, attributes: [{ name: 'origin', value: 'Assam' }] },
      variants: [
        { options: { size: '100g' }, price: 250, salePrice: 199.99, stock: 5 },
        { options: { size: '250g' }, price: 600, stock: 0 },
      ],
    },
    { slug: 'darjeeling', name: 'Darjeeling', price: 450, stock: 50, category: 'Black tea' },
    {
      slug: 'sencha',
      name: 'Sencha',
      price: 33.33,
      category: 'Green tea',
      images: ['https://images.example.com/s.jpg'],
    },
    { slug: 'gift', name: 'Gift card', price: 0 },
  ],
  discounts: [{ code: 'TENTH', type: 'percent', value: 10 }],
  customers: [{ phone: '9876543210', name: 'Asha', password: PASSWORD, loyaltyPoints: 100 }],
  reviews: [{ product: 'assam', name: 'Kabir', rating: 4, title: 'Good', body: 'Strong and malty.' }],
}

let shop: Shop
let ownerKey: string
const told: string[] = []
const names = new Map<string, string>()
const masks: readonly [RegExp, (found: string) => string][] = [
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (found) => named(found, 'id')],
  [/ORD-[\dA-Z]{10}/g, (found) => named(found, 'order')],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, () => '<token>'],
  [/(order|pay)_[\w-]{16,36}|sandbox_[\da-f]{24}/g, () => '<sandbox>'],
  [/"(provider_signature|providerSignature)":"[\da-f]+"/g, () => '"<signature>"'],
  [/"(referral_code|referralCode)":"\w+"/g, () => '"<referral code>"'],
  [/"(next|cursor|endCursor|startCursor)":"[^"]+"/g, (found) => `${found.split(':')[0]}:"<cursor>"`],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, () => '<time>'],
]

const named = (found: string, kind: string): string => {
  const name = names.get(found) ?? `<${kind} ${names.size + 1}>`
  names.set(found, name)
  return name
}

const normal = (text: string): string => masks.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text)

let lastAddress = 0

/** Asks, and writes down what is answered. */
async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, token?: string) {
  lastAddress += 1
  const answer = await shop.app.inject({
    method,
    url: `/api/sites/tea${path}`,
    headers: {
      'x-forwarded-for': `10.0.0.${lastAddress}`,
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  })
  expectDocumented(method, `/api/sites/tea${path}`, answer.statusCode)
  const type = String(answer.headers['content-type'])
  told.push(
    normal(
      `${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}\n${answer.statusCode} ${type}\n${answer.body}\n`,
    ),
  )
  return type.includes('json') ? answer.json() : null
}

const graphql = (query: string, variables: object = {}, token?: string) =>
  ask('POST', '/graphql', { query, variables }, token)

const BREAKDOWN =
  'breakdown { subtotal discount shipping tax gstInclusive total loyaltyDiscount loyaltyPointsUsed loyaltyPointsEarned }'
const NOTICES = 'notices { code message item itemIndex productId }'
const CART = `id currency discountCode loyaltyPoints updatedAt ${BREAKDOWN} ${NOTICES}
  items { available image lineTotal message name productId qty unitPrice variantId variant { name value } }`
const ORDER = `id orderNo buyerName carrier createdAt currency discountAmount gstInclusive loyaltyDiscount paymentStatus
  refundedAmount shippingFee status subtotal tax total trackingNumber trackingUrl updatedAt version
  items { name price productId qty options { name value } } refunds { amount currency status createdAt processedAt }`
const PRODUCT = `id slug name description price salePrice priceFrom priceTo currency images category brand available
  rating { average count } attributes { name value } seo { title description }
  variants { id price salePrice available options { name value } } media { url alt width height }
  reviewSummary { average count } related(first: 2) { name slug price }`

beforeAll(async () => {
  shop = await openShop({ clock: () => NOW, limitsOff: true })
  const store = await shop.addStore(bundle)
  ownerKey = (await ownerOf(shop, store)).key
  const products = await shop.database.prisma.product.findMany({
    where: { storeId: store.id },
    include: { variants: true },
  })
  // The same names whatever is asked first.
  for (const { id, slug, variants } of products.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))) {
    names.set(id, `<${slug}>`)
    for (const variant of variants)
      names.set(variant.id, `<${slug} ${Object.values(variant.options as object).join()}>`)
  }
})
afterAll(() => shop.close())

const idOf = (name: string): string => [...names].find(([, known]) => known === `<${name}>`)?.[0] ?? ''

async function visit(): Promise<void> {
  await ask('GET', '/store')
  await ask('GET', '/products?limit=3')
  await ask('GET', '/products?q=malty&sort=price_asc&facets=1')
  await ask('GET', '/products/assam')
  await ask('GET', '/products/nothing')
  await ask('GET', '/products/assam/related')
  await ask('GET', '/categories')
  await ask('GET', '/suggest?q=as')
  await ask('GET', `/reviews/${idOf('assam')}`)
  await ask('GET', '/loyalty')
  await ask('POST', '/subscribe', { email: 'asha@example.com' })
  await ask('POST', '/lead', { name: 'Asha', phone: '98765 43210', message: 'Do you sell wholesale?' })
  await graphql(`{ product(slug: "assam") { ${PRODUCT} } }`)
  await graphql(`{ products(first: 2) { total nodes { ${PRODUCT} } facets {
    brand { value count } category { value count } availability { value count } price { min max count }
    options { name values { value count } } } pageInfo { hasNextPage endCursor } } }`)
  await graphql(`{ categories { name count image } suggest(q: "da") { kind text slug }
    reviews(productId: "${idOf('assam')}") { nodes { id rating title body reviewerName verified createdAt } }
    store { name subdomain currency cancellableMinutes chatEnabled protected loyaltyEnabled earnRate redeemRate
      shipping { fee freeFrom } tax { rate inclusive } loyalty { enabled earnRate redeemRate } } }`)
}

async function beCustomer(): Promise<string> {
  const { token } = await ask('POST', '/customer/login', { phone: '9876543210', password: PASSWORD })
  await ask('POST', '/customer/signup', { name: 'Mira', phone: '9876500001', password: PASSWORD })
  await ask('POST', '/customer/login', { phone: '9876543210', password: 'wrong' })
  await ask('GET', '/customer/me')
  await ask('GET', '/customer/me', undefined, token)
  await ask('PATCH', '/customer/me', { name: 'Asha Rao' }, token)
  const home = { name: 'Asha', lines: ['1 Hill lane'], city: 'Jorhat', region: 'Assam', postalCode: '785001' }
  const { address } = await ask('POST', '/customer/addresses', home, token)
  await ask('GET', '/customer/addresses', undefined, token)
  await ask('PATCH', `/customer/addresses/${address.id}`, { city: 'Guwahati' }, token)
  await ask('POST', `/wishlist/${idOf('sencha')}`, undefined, token)
  await ask('GET', '/wishlist', undefined, token)
  await ask('DELETE', `/wishlist/${idOf('sencha')}`, undefined, token)
  await ask('POST', `/reviews/${idOf('darjeeling')}`, { rating: 5, body: 'Flowery and light.' }, token)
  return token
}

async function shopFor(token: string): Promise<void> {
  const items = [
    { id: idOf('assam'), qty: 2, variant: { size: '100g' } },
    { id: idOf('assam'), qty: 1, variant: { size: '250g' } },
    { id: idOf('sencha'), qty: 3 },
  ]
  const buyer = { name: 'Asha', phone: '98765 43210' }
  await ask('POST', '/quote', { items, discountCode: 'TENTH', loyaltyPoints: 30 }, token)
  await ask('POST', '/quote', { items: [{ id: idOf('gift'), qty: 1 }], discountCode: 'NONE' })
  const { cart } = await ask('POST', '/cart', { items, discountCode: 'TENTH' }, token)
  await ask('GET', `/cart/${cart.id}`, undefined, token)
  await ask('PATCH', `/cart/${cart.id}`, { add: [{ id: idOf('darjeeling'), qty: 2 }], loyaltyPoints: 40 }, token)
  const placed = await ask('POST', '/checkout', { cartId: cart.id, buyer }, token)
  const receipt = await pay(shop, placed.providerOrderId)
  await ask('POST', '/checkout/verify', { ...receipt, provider_signature: 'ff' })
  await ask('POST', '/checkout/verify', receipt)
  const given = await ask('POST', '/checkout', { items, buyer })
  await ask('POST', '/checkout', { items: [{ id: idOf('gift'), qty: 1 }], buyer }, token)
  await ask('POST', '/checkout', { items: [{ id: 'none', qty: 1 }], buyer })
  await ask('POST', '/checkout', { items: [], buyer })
  await ask('POST', '/checkout', { items, buyer: { name: '' } })
  await ask('POST', '/track-order', { orderNo: placed.orderNo, phone: buyer.phone })
  await ask('POST', '/track-order', { orderNo: given.orderNo, phone: '1' })
  const order = `orderNo: "${placed.orderNo}"`
  await owned(
    `mutation { setOrderStatus(${order}, status: SHIPPED, carrier: "DTDC", trackingNumber: "D1") { status } }`,
  )
  await owned(`mutation { refund(${order}, amount: 100, reason: "Broken", idempotencyKey: "a") { refundedAmount } }`)
  const second = await ask('POST', '/checkout', { items, buyer, loyaltyPoints: 10 }, token)
  await ask('POST', `/customer/orders/${second.orderNo}/cancel`, undefined, token)
  await ask('GET', '/customer/orders', undefined, token)
  await ask('GET', '/loyalty', undefined, token)
  await ask('DELETE', `/cart/${cart.id}`, undefined, token)
}

async function shopByGraphql(token: string): Promise<void> {
  const items = [{ id: idOf('assam'), qty: 1, variant: options('100g') }]
  const buyer = { name: 'Asha', phone: '98765 43210' }
  await graphql(`query ($input: QuoteInput!) { quote(input: $input) { currency ${BREAKDOWN} ${NOTICES} } }`, {
    input: { items, discountCode: 'tenth', loyaltyPoints: 5 },
  })
  const { data } = await graphql(`mutation ($input: NewCartInput) { createCart(input: $input) { ${CART} } }`, {
    input: { items },
  })
  await graphql(`mutation ($id: ID!, $input: CartInput!) { updateCart(id: $id, input: $input) { ${CART} } }`, {
    ...{ id: data.createCart.id, input: { discountCode: 'TENTH' } },
  })
  const placed = await graphql(
    `mutation ($input: CheckoutInput!) { checkout(input: $input) {
      amount businessName currency keyId orderId orderNo providerOrderId ${BREAKDOWN} ${NOTICES} } }`,
    { input: { cartId: data.createCart.id, buyer } },
    token,
  )
  const { orderNo } = placed.data.checkout
  await graphql(`{ trackOrder(orderNo: "${orderNo}", phone: "9876543210") { ${ORDER} } }`)
  await graphql(`mutation { cancelOrder(orderNo: "${orderNo}") { ${ORDER} } }`, {}, token)
  await graphql(
    `{ me { name phone email emailConfirmed loyalty { points enabled } addresses { id city region isDefault }
      orders(first: 2) { nodes { ${ORDER} } pageInfo { hasNextPage endCursor } } } }`,
    {},
    token,
  )
  await graphql('{ store { nothing } }')
}

const owned = (query: string) => ask('POST', '/owner/graphql', { query }, ownerKey)

async function own(): Promise<void> {
  await owned(`{ orders(first: 2) { totalCount nodes { orderNo status paymentStatus total refundedAmount needsAttention
    items { name price qty } payments { provider amount source } events { actor kind detail } } } }`)
  await owned('{ products(first: 2) { nodes { slug name price salePrice stock } } }')
}

it('a store without terms answers as it did before there were any, to the byte', async () => {
  await visit()
  const token = await beCustomer()
  await shopFor(token)
  await shopByGraphql(token)
  await own()
  await ask('GET', '/customer/me/data', undefined, token)
  await ask('POST', '/customer/logout', undefined, token)
  await expect(told.join('\n')).toMatchFileSnapshot('recorded-answers.txt')
})
