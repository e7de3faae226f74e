import { beforeEach, describe, expect, it } from 'vitest'
import { importBundle } from '../../src/commerce/bundle/import-bundle.ts'
import { checkBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buy, buyer, dataOf, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf, postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let store: Store
let client: StorefrontClient
let owner: Owner

const shop = await forAllTests(openShop({ maxLeads: 3 }))
beforeEach(async () => {
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0, redeemRate: 1 } },
    products: [{ slug: 'tea', name: 'Tea', price: 100 }],
  })
  client = clientOf(shop, store.subdomain, 'REST')
  owner = await ownerOf(shop, store)
})

const NO_UUID = 'no-uuid'
const NOBODY = '01890000-0000-7000-8000-000000000000'

async function statementsOf(query: string): Promise<number> {
  await owner.ask('{ keys { id } }')
  shop.statements()
  await owner.ask(query)
  return shop.statements().length
}

/** All pages of a list, two entries each, and what each said of the whole. */
async function pagesOf(list: string, args = ''): Promise<{ ids: string[]; counts: Set<number> }> {
  const ids: string[] = []
  const counts = new Set<number>()
  for (let after: string | null = null; ; ) {
    const query = `query ($after: String) { list: ${list}(${args} first: 2, after: $after) {
      totalCount nodes { id } pageInfo { endCursor hasNextPage } } }`
    const page: any = (await owner.ask(query, { after })).list
    ids.push(...page.nodes.map(({ id }: { id: string }) => id))
    counts.add(page.totalCount)
    if (!page.pageInfo.hasNextPage) return { ids, counts }
    after = page.pageInfo.endCursor
  }
}

describe('customers', () => {
  const people = [
    { name: 'Asha Rao', phone: '9000000001', password: 'secret1', email: 'asha@example.com', loyaltyPoints: 10 },
    { name: 'Ravi_100%', phone: '9000000002', password: 'secret1', email: 'ravi@example.com' },
    { name: 'Meera', phone: '9111111111', password: 'secret1' },
  ]
  const add = (customers: object[]) => {
    const { subdomain, businessName, currency } = store
    const json = { format: 'storefront-bundle/1', store: { subdomain, businessName, currency }, customers }
    return importBundle(shop.services, checkBundle(json))
  }
  const found = async (search: string) => {
    const query = 'query ($search: String) { customers(search: $search) { totalCount nodes { name } } }'
    const { customers } = await owner.ask(query, { search })
    expect(customers.totalCount).toBe(customers.nodes.length)
    return customers.nodes.map(({ name }: { name: string }) => name)
  }

  it.each([
    ['ASHA', ['Asha Rao']],
    ['example.com', ['Asha Rao', 'Ravi_100%']],
    ['+90 0000', ['Asha Rao', 'Ravi_100%']],
    ['_100%', ['Ravi_100%']],
    ['%', ['Ravi_100%']],
    ['_', ['Ravi_100%']],
    ['\\', []],
    [' ', ['Asha Rao', 'Ravi_100%', 'Meera']],
  ])('are found by what stands in them: %j', async (search, names) => {
    await add(people)
    expect((await found(search)).sort()).toEqual([...names].sort())
  })

  it('are listed page by page, in as many statements for one as for many', async () => {
    const query = `{ customers { totalCount nodes { name paidOrders totalSpent loyaltyEntries(first: 2) { totalCount nodes { points } } } } }`
    await add(people.slice(0, 1))
    const few = await statementsOf(query)
    await add(Array.from({ length: 7 }, (_, index) => ({ name: 'Many', phone: `8${index}`, password: 'secret1' })))
    expect(await statementsOf(query)).toBe(few)
    const { ids, counts } = await pagesOf('customers')
    expect(new Set(ids).size).toBe(8)
    expect(counts).toEqual(new Set([8]))
  })

  it('are shown with what they have bought, and how their points came about', async () => {
    const asha = await signUpWithPoints(shop, store, client, 50)
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }]
    await buy(shop, client, { items, loyaltyPoints: 20 }, asha)
    await dataOf(client.checkout({ buyer, items }, asha))
    const query = `query ($id: ID!) { customer(id: $id) {
      name points paidOrders totalSpent loyaltyEntries(first: 1) { totalCount nodes { kind points balanceAfter actor orderNo } } }
      orders(customerId: $id) { totalCount nodes { orderNo paymentStatus customer { name paidOrders } } } }`
    const { customer, orders } = await owner.ask(query, { id: asha.id })
    const [pending, paid] = orders.nodes
    expect(orders).toMatchObject({
      totalCount: 2,
      nodes: [
        { paymentStatus: 'PENDING', customer: { name: 'Asha', paidOrders: 1 } },
        { paymentStatus: 'PAID', customer: { name: 'Asha', paidOrders: 1 } },
      ],
    })
    expect(customer).toEqual({
      ...{ name: 'Asha', points: 30, paidOrders: 1, totalSpent: 180 },
      loyaltyEntries: {
        totalCount: 2,
        nodes: [{ kind: 'REDEEM', points: -20, balanceAfter: 30, actor: null, orderNo: paid.orderNo }],
      },
    })
    const filtered = 'query ($id: ID, $search: String) { orders(customerId: $id, search: $search) { totalCount } }'
    expect(await owner.ask(filtered, { id: asha.id, search: pending.orderNo })).toEqual({ orders: { totalCount: 1 } })
    expect(await owner.ask(filtered, { id: NOBODY, search: pending.orderNo })).toEqual({ orders: { totalCount: 0 } })
    const notFound = { code: 'NOT_FOUND', message: 'Customer not found' }
    expect(await owner.refused(filtered, { id: NO_UUID })).toEqual(notFound)
    for (const id of [NO_UUID, NOBODY]) {
      expect(await owner.refused('query ($id: ID!) { customer(id: $id) { name } }', { id })).toEqual(notFound)
    }
    const ofEach = (first: number) =>
      statementsOf(`{ orders(first: ${first}) { nodes { customer { name loyaltyEntries { nodes { orderNo } } } } } }`)
    expect(await ofEach(2)).toBe(await ofEach(1))
  })
})

describe('reviews', () => {
  it('are listed by status and product, and moderated', async () => {
    const productId = await productIdOf(shop, store, 'tea')
    const review = (body: string) => dataOf(client.submitReview(productId, { rating: 4, body }))
    const [good, bad] = [await review('Malty and bright.'), await review('Buy at my shop!')]
    const waiting = `{ store { pendingReviews } reviews(status: PENDING, productId: "${productId}") { totalCount nodes { id status } } }`
    expect(await owner.ask(waiting)).toMatchObject({ store: { pendingReviews: 2 }, reviews: { totalCount: 2 } })
    const { approveReview, rejectReview } = await owner.ask(
      'mutation ($good: ID!, $bad: ID!) { approveReview(id: $good) { status moderatedAt } rejectReview(id: $bad) { status } }',
      { good: good.id, bad: bad.id },
    )
    expect({ approveReview, rejectReview }).toEqual({
      approveReview: { status: 'APPROVED', moderatedAt: expect.any(String) },
      rejectReview: { status: 'REJECTED' },
    })
    expect(await dataOf(client.reviews(productId))).toMatchObject({ count: 1, average: 4 })
    expect((await pagesOf('reviews')).ids).toEqual([bad.id, good.id])
    const asha = await signUpWithPoints(shop, store, client, 0)
    await dataOf(client.submitReview(productId, { rating: 5, body: 'Lovely, as always.' }, asha))
    const about = (first: number) => `{ reviews(first: ${first}) { nodes { product { slug } customer { name } } } }`
    expect((await owner.ask(about(2))).reviews.nodes).toEqual([
      { product: { slug: 'tea' }, customer: { name: 'Asha' } },
      { product: { slug: 'tea' }, customer: null },
    ])
    expect(await statementsOf(about(3))).toBe(await statementsOf(about(1)))
    expect((await pagesOf('reviews', `productId: "${NOBODY}"`)).ids).toEqual([])
    expect(await owner.refused(`{ reviews(productId: "${NO_UUID}") { totalCount } }`)).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('leads', () => {
  const lead = (message: string) => client.submitLead({ name: 'Asha', message })

  it('are found by their text and time, and deleting one makes room for another', async () => {
    for (const message of ['Do you ship to Goa?', 'Wholesale?', 'Hello']) await dataOf(lead(message))
    expect(await lead('One too many')).toMatchObject({ status: 429 })
    const { ids, counts } = await pagesOf('leads')
    expect([new Set(ids).size, ...counts]).toEqual([3, 3])
    const { leads } = await owner.ask('{ leads(search: "goa") { nodes { id message } } }')
    expect(leads.nodes).toMatchObject([{ message: 'Do you ship to Goa?' }])
    const between = 'query ($from: DateTime, $until: DateTime) { leads(from: $from, until: $until) { totalCount } }'
    const [past, future] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z']
    expect(await owner.ask(between, { from: past, until: future })).toEqual({ leads: { totalCount: 3 } })
    expect(await owner.ask(between, { from: future })).toEqual({ leads: { totalCount: 0 } })
    expect(await owner.refused(between, { from: '0000-01-01T00:00:00Z' })).toMatchObject({ code: 'BAD_USER_INPUT' })

    const remove = 'mutation ($id: ID!) { deleteLead(id: $id) { message } }'
    const answers = await atOnce(3, () => owner.post(remove, { id: leads.nodes[0].id }))
    expect(answers.filter(({ body }) => !body.errors)).toHaveLength(1)
    expect(await owner.refused(remove, { id: NO_UUID })).toEqual({ code: 'NOT_FOUND', message: 'Lead not found' })
    await dataOf(lead('Now there is room'))
    expect(await lead('One too many again')).toMatchObject({ status: 429 })
  })
})

describe('subscribers', () => {
  it('are found and, when they wish it, forgotten', async () => {
    for (const name of ['Asha', 'Ravi', 'Meera']) {
      await dataOf(client.subscribe({ email: `${name}@example.com`, name, source: 'footer' }))
    }
    expect((await pagesOf('subscribers')).counts).toEqual(new Set([3]))
    const find = '{ subscribers(search: "ASHA@") { totalCount nodes { id email source } } }'
    const { subscribers } = await owner.ask(find)
    expect(subscribers).toMatchObject({ totalCount: 1, nodes: [{ email: 'asha@example.com', source: 'footer' }] })
    const remove = 'mutation ($id: ID!) { removeSubscriber(id: $id) { email } }'
    await owner.ask(remove, { id: subscribers.nodes[0].id })
    expect(await owner.ask(find)).toMatchObject({ subscribers: { totalCount: 0 } })
    for (const id of [subscribers.nodes[0].id, NO_UUID]) {
      expect(await owner.refused(remove, { id })).toEqual({ code: 'NOT_FOUND', message: 'Subscriber not found' })
    }
  })
})

describe('failed jobs', () => {
  it('are listed with what they are about and nothing else of it, and tried again', async () => {
    await shop.database.prisma.store.update({ where: { id: store.id }, data: { ownerEmail: 'o@example.com' } })
    shop.services.stores.forget(store.subdomain)
    for (const message of ['One', 'Two', 'Three']) await dataOf(client.submitLead({ message }))
    // All at the same moment: the id decides then.
    await shop.database.prisma.$executeRaw`
      UPDATE pgboss.job SET state = 'failed', completed_on = '2026-01-01T00:00:00.000123Z', output = '{"message": "No mailbox"}',
        data = data || '{"token": "secret", "noId": "text"}'
      WHERE data->>'storeId' = ${store.id}`
    const { ids, counts } = await pagesOf('jobs')
    expect([new Set(ids).size, ...counts]).toEqual([3, 3])
    const { jobs } = await owner.ask('{ jobs(first: 1) { nodes { name reason subjects { name id } failedAt } } }')
    expect(jobs.nodes).toEqual([
      {
        ...{ name: 'lead-notification', reason: 'No mailbox', failedAt: '2026-01-01T00:00:00.000Z' },
        subjects: [{ name: 'leadId', id: expect.any(String) }],
      },
    ])
    const retry = 'mutation ($id: ID!) { retryJob(id: $id) }'
    expect(await owner.ask(retry, { id: ids[0] })).toEqual({ retryJob: true })
    for (const id of [ids[0], NO_UUID]) expect(await owner.refused(retry, { id })).toMatchObject({ code: 'NOT_FOUND' })
    expect((await pagesOf('jobs')).ids).toEqual(ids.slice(1))
  })
})

describe('keys', () => {
  const CREATE = 'mutation { createKey(name: "till") { key } }'

  it('are at most 100 good ones, also when many are made at once', async () => {
    const { id: storeId } = store
    await shop.database.prisma.ownerKey.createMany({
      data: Array.from({ length: 97 }, (_, index) => ({ storeId, name: 'one of many', keyHash: `hash ${index}` })),
    })
    const answers = await atOnce(4, () => owner.post(CREATE))
    expect(answers.filter(({ body }) => !body.errors)).toHaveLength(2)
    expect(await owner.refused(CREATE)).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'A store can have at most 100 keys. Revoke one first.',
    })
  })

  it('may revoke themselves, and are void from the next request on', async () => {
    const { revokeKey } = await owner.ask('mutation ($id: ID!) { revokeKey(id: $id) { revokedAt } }', {
      id: owner.keyId,
    })
    expect(revokeKey.revokedAt).toEqual(expect.any(String))
    expect((await postAsOwner(shop, store.subdomain, owner.key, '{ keys { id } }')).status).toBe(401)
  })
})

it.each(['customers', 'leads', 'subscribers'])(
  '%s are searched for by short texts that can be stored',
  async (list) => {
    const query = `query ($search: String) { ${list}(search: $search) { totalCount } }`
    for (const search of ['x'.repeat(101), 'a\0b', '\ud800']) {
      expect(await owner.refused(query, { search })).toMatchObject({ code: 'BAD_USER_INPUT' })
    }
  },
)
