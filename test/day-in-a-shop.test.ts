import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openEvents } from './support/events.ts'
import { needs } from './support/needs.ts'
import { environmentOfItsOwn } from './support/own-database.ts'
import { type RunningService, runStorefront, startService } from './support/process.ts'

/** A shop from its first product to its first cancelled order, by the command line and over HTTP, as everyone else sees it. */

const bundle = {
  format: 'storefront-bundle/1',
  store: {
    subdomain: 'corner',
    businessName: 'Corner Tea',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    active: true,
    payments: { provider: 'sandbox' },
  },
}

const csv = `slug,name,price,category,stock,option:size
assam,Assam,400,Black tea,,
assam,,,,10,250g
assam,,,,5,500g
cup,"Cup, white",150,Cups,20,
`

/** Prints at the end whether the process calls hooks for each promise. */
const reportHooks = fileURLToPath(new URL('support/report-promise-hooks.mjs', import.meta.url))
let service: RunningService
let ownerKey: string

async function command(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runStorefront(args, env)
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const folder = await mkdtemp(join(tmpdir(), 'storefront-day-'))
const { env, remove } = await environmentOfItsOwn()
await writeFile(join(folder, 'corner.json'), JSON.stringify(bundle))
await writeFile(join(folder, 'products.csv'), csv)
await command('import', join(folder, 'corner.json'))
afterAll(async () => {
  await service?.stop('SIGKILL')
  await remove()
  await rm(folder, { recursive: true, force: true })
})

const site = (path: string) => `${service.url}/api/sites/corner/${path}`

async function send(method: 'GET' | 'POST', path: string, body?: object, token?: string): Promise<any> {
  const response = await fetch(site(path), {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: any = await response.json()
  expect({ path, status: response.status, error: answer.error }).toEqual({ path, status: 200, error: undefined })
  return answer
}

async function owner(query: string, variables: object = {}): Promise<any> {
  const { data, errors } = await send('POST', 'owner/graphql', { query, variables }, ownerKey)
  expect(errors).toBeUndefined()
  return data
}

async function productOf(slug: string) {
  const { products } = await send('GET', 'products')
  return products.find((product: { slug: string }) => product.slug === slug)
}

const buyer = { name: 'Asha', phone: '98765 43210', address: '12 Lake Road, Kolkata' }

/** Checkout, payment and verification: what a page does for its shopper. */
async function buy(cart: object, token: string) {
  const order = await send('POST', 'checkout', { buyer, ...cart }, token)
  const paid = await fetch(`${service.url}/sandbox/orders/${order.providerOrderId}/pay`, { method: 'POST' })
  expect(await send('POST', 'checkout/verify', (await paid.json()) as object)).toEqual({ success: true })
  return order
}

const stockOfAssam = async () => {
  const { product } = await owner('{ product(slug: "assam") { variants { options { value } stock held } } }')
  return product.variants.find(({ options }: any) => options[0].value === '250g')
}

describe('a day in a shop', () => {
  let token: string
  let first: any
  let second: any

  it('the owner makes a key and brings the products in as a spreadsheet', async () => {
    ownerKey = (await command('key', 'create', 'corner', '--name', 'back office')).trim()
    expect(ownerKey).toMatch(/^sk_/)
    await command('import-products', 'corner', join(folder, 'products.csv'))
    service = await startService({ ...env, NODE_OPTIONS: `--import ${reportHooks}` })
    const { products } = await send('GET', 'products')
    expect(products.map(({ slug, price }: any) => [slug, price])).toEqual(
      expect.arrayContaining([
        ['assam', 400],
        ['cup', 150],
      ]),
    )
    expect(products).toHaveLength(2)
  })

  it('sets tax, shipping, loyalty points and a discount', async () => {
    const { store } = await owner('{ store { version payments { provider } } }')
    expect(store.payments.provider).toBe('SANDBOX')
    const input = {
      tax: { rate: 5, inclusive: false },
      shipping: { fee: 40, freeFrom: 2000 },
      loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 },
    }
    await owner(
      'mutation ($input: StoreInput!, $version: Int!) { updateStore(input: $input, version: $version) { version } }',
      {
        input,
        version: store.version,
      },
    )
    const discount = { code: 'MORNING', type: 'PERCENT', value: 10, usageLimit: 2 }
    await owner('mutation ($input: DiscountInput!) { upsertDiscount(input: $input) { code } }', { input: discount })
  })

  it('a customer signs up and buys', async () => {
    ;({ token } = await send('POST', 'customer/signup', { name: 'Asha', phone: '98765 43210', password: 'secret1' }))
    const { id } = await productOf('assam')
    first = await buy({ items: [{ id, qty: 2, variant: { size: '250g' } }], discountCode: 'morning' }, token)
    // 800 less 10 %, 5 % tax on 720, shipping 40; 72 points.
    expect(first.breakdown).toMatchObject({ subtotal: 800, discount: 80, tax: 36, shipping: 40, total: 796 })
    expect((await send('GET', 'loyalty', undefined, token)).points).toBe(72)
    expect(await stockOfAssam()).toMatchObject({ stock: 8, held: 0 })
  })

  it('the owner sees the order and ships it, and the customer sees that', async () => {
    const { orders } = await owner('{ orders(status: CONFIRMED) { totalCount nodes { orderNo buyerName total } } }')
    expect(orders).toEqual({ totalCount: 1, nodes: [{ orderNo: first.orderNo, buyerName: 'Asha', total: 796 }] })
    await move(first.orderNo, 'SHIPPED')
    const { order } = await send('POST', 'track-order', { orderNo: first.orderNo, phone: '3210' })
    expect(order).toMatchObject({ status: 'shipped', payment_status: 'paid' })
    const { orders: history } = await send('GET', 'customer/orders', undefined, token)
    expect(history).toMatchObject([{ order_no: first.orderNo, status: 'shipped' }])
  })

  it('the customer follows the order while it is under way', async () => {
    const events = await openEvents(site(`orders/${first.orderNo}/events?phone=3210`))
    expect(JSON.stringify(await events.next())).toContain(first.orderNo)
    events.close()
  })

  it('the customer reviews the tea; the owner approves, and its average changes', async () => {
    const { id } = await productOf('assam')
    const review = { rating: 4, title: 'Malty', body: 'Strong and bright.' }
    expect(await send('POST', `reviews/${id}`, review, token)).toMatchObject({ success: true, verified: true })
    expect(await send('GET', `reviews/${id}`)).toMatchObject({ count: 0, average: 0 })

    const { reviews } = await owner('{ reviews(status: PENDING) { nodes { id reviewerName } } }')
    expect(reviews.nodes).toMatchObject([{ reviewerName: 'Asha' }])
    await owner('mutation ($id: ID!) { approveReview(id: $id) { status } }', { id: reviews.nodes[0].id })
    expect(await send('GET', `reviews/${id}`)).toMatchObject({ count: 1, average: 4, reviews: [{ title: 'Malty' }] })
  })

  it('the order is delivered, and its history says who did what', async () => {
    await move(first.orderNo, 'DELIVERED')
    const { order } = await owner('query ($no: String!) { order(orderNo: $no) { status events { kind actor } } }', {
      no: first.orderNo,
    })
    expect(order.status).toBe('DELIVERED')
    expect(order.events.map(({ kind }: any) => kind)).toEqual(['PLACED', 'PAID', 'SHIPPED', 'DELIVERED'])
    expect(order.events.slice(2).map(({ actor }: any) => actor)).toEqual(
      Array(2).fill(expect.stringContaining('back office')),
    )
  })

  it('a second order is cancelled: stock, points and discount use are back', async () => {
    const { id } = await productOf('assam')
    const items = [{ id, qty: 3, variant: { size: '250g' } }]
    second = await buy({ items, discountCode: 'MORNING', loyaltyPoints: 50 }, token)
    expect(second.breakdown).toMatchObject({ loyaltyPointsUsed: 50, discount: 120 })
    expect(await stockOfAssam()).toMatchObject({ stock: 5 })
    expect(await discountUses()).toBe(2)
    const earned = second.breakdown.loyaltyPointsEarned
    expect((await send('GET', 'loyalty', undefined, token)).points).toBe(72 - 50 + earned)

    await move(second.orderNo, 'CANCELLED')
    expect(await stockOfAssam()).toMatchObject({ stock: 8, held: 0 })
    expect(await discountUses()).toBe(1)
    expect((await send('GET', 'loyalty', undefined, token)).points).toBe(72)
    const { order } = await send('POST', 'track-order', { orderNo: second.orderNo, phone: '3210' })
    expect(order.status).toBe('cancelled')
  })

  it('the owner pays back what the cancelled order had cost', async () => {
    const attention = '{ orders(needsAttention: true) { nodes { orderNo } } }'
    expect((await owner(attention)).orders.nodes).toEqual([{ orderNo: second.orderNo }])
    await owner('mutation ($no: String!) { markRefunded(orderNo: $no, note: "by UPI") { paymentStatus } }', {
      no: second.orderNo,
    })
    expect((await owner(attention)).orders.nodes).toEqual([])
    const { order } = await send('POST', 'track-order', { orderNo: second.orderNo, phone: '3210' })
    expect(order.payment_status).toBe('refunded')
  })

  it('a command during the day tells what the shop is called', async () => {
    expect(await command('stores')).toContain('Corner Tea')
  })

  // On Node 24 they are not there to see.
  const noNode20 = process.versions.node.startsWith('20.') ? null : 'Node 20'
  it('at closing time no hooks of promises are on', needs(noNode20), async () => {
    const script = 'new (require("node:async_hooks").AsyncLocalStorage)().run(1, () => {})'
    const other = spawnSync(process.execPath, ['--import', reportHooks, '-e', script], { encoding: 'utf8' })
    expect(other.stderr).toContain('promise hooks: on')
    expect(await service.stop()).toBe(0)
    expect(new Set(service.output().match(/promise hooks: \w+/g))).toEqual(new Set(['promise hooks: off']))
  })

  it('at night all of it is still there after a restart', async () => {
    expect(await service.stop()).toBe(0)
    service = await startService(env)
    expect(await stockOfAssam()).toMatchObject({ stock: 8 })
    const response = await fetch(site('owner/export/orders.csv'), { headers: { authorization: `Bearer ${ownerKey}` } })
    const lines = (await response.text()).trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines.join('\n')).toContain(first.orderNo)
  })
})

async function move(orderNo: string, status: string) {
  const moved = 'mutation ($no: String!, $to: OrderStatus!) { setOrderStatus(orderNo: $no, status: $to) { status } }'
  expect(await owner(moved, { no: orderNo, to: status })).toEqual({ setOrderStatus: { status } })
}

async function discountUses(): Promise<number> {
  const { discounts } = await owner('{ discounts(search: "MORNING") { nodes { timesUsed heldUses } } }')
  const [{ timesUsed, heldUses }] = discounts.nodes
  expect(heldUses).toBe(0)
  return timesUsed
}
