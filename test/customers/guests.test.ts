import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buy, dataOf, pay, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let now = Date.parse('2026-03-01T10:00:00Z')
const shop = await forAllTests(openShop({ limitsOff: true, clock: () => new Date(now) }))
const { prisma } = shop.database

const fields = `id name phone email address firstOrderAt lastOrderAt placedOrders paidOrders totalSpent accounts { name }`
const LIST = `query ($first: Int, $after: String, $search: String) {
  guests(first: $first, after: $after, search: $search) {
    totalCount pageInfo { hasNextPage endCursor } nodes { id name }
  }
}`

async function open() {
  const store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [{ slug: 'tea', name: 'Tea', price: 100 }],
    customers: [{ name: 'Asha', phone: '919876500001', password: 'secret1' }],
  })
  const client = clientOf(shop, store.subdomain, 'GraphQL')
  const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
  return {
    store,
    client,
    owner: await ownerOf(shop, store),
    /** Unpaid, a minute after the one before. */
    async place(buyer: object, caller = {}) {
      now += 60_000
      return dataOf(client.checkout({ buyer, items }, caller))
    },
    async buy(buyer: object, caller = {}) {
      now += 60_000
      return buy(shop, client, { buyer, items }, caller)
    },
  }
}

const namesOf = async (owner: Owner, search: string | null = null): Promise<string[]> =>
  (await owner.ask(LIST, { search })).guests.nodes.map(({ name }: { name: string }) => name)

describe('who has ordered without an account', () => {
  it('is listed once for each phone, by the newest order, with what they have bought', async () => {
    const { owner, place, buy, store } = await open()
    const first = await buy({ name: 'Ravi', phone: '098765 00002', email: 'ravi@example.com' })
    await buy({ name: 'Meera', phone: '9876500003' })
    const refunded = await buy({ name: 'Ravi K', phone: '+91-98765-00002' })
    await owner.ask(`mutation ($no: String!) { markRefunded(orderNo: $no) { id } }`, { no: refunded.orderNo })
    const last = await place({ name: 'Ravi Kumar', phone: '(98765) 00002', address: '3 Lake Road' })
    await shop.addStore()
    const { guests } = await owner.ask(`{ guests { totalCount nodes { ${fields} } } }`)
    const at = async ({ orderNo }: { orderNo: string }) =>
      (await prisma.order.findFirstOrThrow({ where: { storeId: store.id, orderNo } })).createdAt.toISOString()
    expect(guests).toEqual({
      totalCount: 2,
      nodes: [
        {
          ...{ id: '9876500002', name: 'Ravi Kumar', phone: '(98765) 00002', email: null, address: '3 Lake Road' },
          ...{ firstOrderAt: await at(first), lastOrderAt: await at(last) },
          ...{ placedOrders: 3, paidOrders: 1, totalSpent: 100, accounts: [] },
        },
        expect.objectContaining({ id: '9876500003', name: 'Meera', placedOrders: 1, paidOrders: 1, totalSpent: 100 }),
      ],
    })
  })

  it('is not listed when the phone has an account, whose page counts those orders; nor without digits', async () => {
    const { owner, client, place } = await open()
    await place({ name: 'Asha as a guest', phone: '98765 00001' })
    await place({ name: 'Asha as a guest', phone: '0 98765 00001' })
    await place({ name: 'No digits', phone: 'ask my brother' })
    const { token } = await dataOf(client.logIn({ phone: '919876500001', password: 'secret1' }))
    await place({ name: 'For Leela', phone: '9876500009' }, { token })
    expect(await namesOf(owner)).toEqual([])
    const { guest, customers } = await owner.ask(
      `{ guest(phone: "+91 98765 00001") { ${fields} } customers { nodes { name guestOrders } } }`,
    )
    expect(guest).toMatchObject({ id: '9876500001', placedOrders: 2, accounts: [{ name: 'Asha' }] })
    expect(customers.nodes).toEqual([{ name: 'Asha', guestOrders: 2 }])
  })

  it('leads to the orders, in the API and in the export', async () => {
    const { owner, client, place, store } = await open()
    const one = await place({ name: 'Asha', phone: '98765 00001' })
    const two = await place({ name: 'Asha', phone: '+91 98765 00001' })
    await place({ name: 'Ravi', phone: '9876500002' })
    const { token } = await dataOf(client.logIn({ phone: '919876500001', password: 'secret1' }))
    await place({ name: 'Asha', phone: '9876500001' }, { token })
    const elsewhere = await open()
    await elsewhere.place({ name: 'Asha', phone: '98765 00001' })
    const theirs = [two.orderNo, one.orderNo]
    const QUERY = `query ($search: String, $status: OrderStatus) {
      orders(guestPhone: "09876500001", search: $search, status: $status) { totalCount nodes { orderNo } }
    }`
    const numbers = (orderNos: string[]) => orderNos.map((orderNo) => ({ orderNo }))
    const { orders } = await owner.ask(QUERY)
    expect(orders).toEqual({ totalCount: 2, nodes: numbers(theirs) })
    expect((await owner.ask(QUERY, { search: 'asha', status: 'PENDING' })).orders.nodes).toEqual(numbers(theirs))
    expect((await owner.ask(QUERY, { search: 'ravi' })).orders.nodes).toEqual([])
    const { body } = await exported(store, owner, 'orders.csv?guest_phone=9876500001')
    expect(body.match(/ORD-\w+/g)).toEqual(theirs)
  })

  it('is found by any spelling of the phone, and by name and email in any order, case and accents', async () => {
    const { owner, place } = await open()
    await place({ name: 'O’Brien José', phone: '+91 98765 00002', email: 'jose@example.com' })
    await place({ name: 'Ravi', phone: '9876500003' })
    const jose = ['O’Brien José']
    for (const search of ['obrien', 'JOSE', 'jose o’brien', '0 98765-00002', '+91 9876500002', '00002', 'jose@'])
      expect([search, await namesOf(owner, search)]).toEqual([search, jose])
    for (const search of ['nobody', '%', 'ravi jose'])
      expect([search, await namesOf(owner, search)]).toEqual([search, []])
    expect((await owner.ask(LIST, { search: 'ravi' })).guests.totalCount).toBe(1)
    expect(await owner.refused(LIST, { search: 'x'.repeat(101) })).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await owner.refused(LIST, { after: 'x' })).toMatchObject({ code: 'BAD_USER_INPUT' })
    for (const phone of ['9876500004', '', 'abc'])
      expect(await owner.refused('query ($phone: String!) { guest(phone: $phone) { id } }', { phone })).toEqual({
        ...{ code: 'NOT_FOUND', message: 'Customer not found' },
      })
  })

  it('is not listed once erased', async () => {
    const { owner, place, store } = await open()
    await place({ name: 'Ravi', phone: '9876500002' })
    await place({ name: 'Meera', phone: '9876500003' })
    await owner.ask('mutation { eraseCustomer(phone: "+91 98765 00002") { orders } }')
    expect(await namesOf(owner)).toEqual(['Meera'])
    expect((await exported(store, owner, 'customers.csv')).body).not.toContain('Ravi')
  })

  it('stands in the export behind the accounts, or alone', async () => {
    const { owner, client, place, store } = await open()
    const unpaid = await place({ name: '=Ravi', phone: '+91 98765 00002', email: 'ravi@example.com' })
    await dataOf(client.verify(await pay(shop, unpaid.providerOrderId)))
    const { body } = await exported(store, owner, 'customers.csv')
    const [head, asha, ravi, ...rest] = body.trimEnd().split('\r\n')
    expect(head).toMatch(/,paid_orders,total_spent,currency,account$/)
    expect(asha).toMatch(/,Asha,919876500001,.*,0,0.00,INR,true$/)
    expect(ravi).toMatch(/^2026-[^,]*,,'=Ravi,'\+91 98765 00002,ravi@example.com,,,,,1,100.00,INR,false$/)
    expect(rest).toEqual([])
    const alone = async (query: string) =>
      (await exported(store, owner, `customers.csv?${query}`)).body.trimEnd().split('\r\n').slice(1)
    expect(await alone('account=true')).toEqual([asha])
    expect(await alone('account=false')).toEqual([ravi])
    expect(await alone('search=98765')).toEqual([asha, ravi])
    expect(await alone('search=ravi')).toEqual([ravi])
    expect((await exported(store, owner, 'customers.csv?account=no')).statusCode).toBe(400)
  })
})

const exported = (store: Store, { key }: Owner, file: string) =>
  shop.app.inject({
    url: `/api/sites/${store.subdomain}/owner/export/${file}`,
    headers: { authorization: `Bearer ${key}` },
  })

describe('a store with many orders of guests', () => {
  /** Newest first: the phone of the n-th order. Written past checkout. */
  async function openWith(phoneOf: (n: number) => number, count: number) {
    const store = await shop.addStore()
    const at = (n: number) => new Date(Date.parse('2026-02-01T00:00:00Z') - n * 60_000)
    await prisma.order.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        ...{ storeId: store.id, orderNo: `ORD-${String(n).padStart(10, '0')}`, buyerName: `Guest ${phoneOf(n)}` },
        ...{ buyerPhone: `+91 ${9876500000 + phoneOf(n)}`, buyerPhoneDigits: `91${9876500000 + phoneOf(n)}` },
        ...{ currency: 'INR', subtotal: 100n, total: 100n, holdExpiresAt: at(n), createdAt: at(n), updatedAt: at(n) },
      })),
    })
    return ownerOf(shop, store)
  }

  async function pagesOf(owner: Owner, first: number, search: string | null = null): Promise<string[]> {
    const names: string[] = []
    let after: string | null = null
    do {
      const { guests }: any = await owner.ask(LIST, { first, after, search })
      names.push(...guests.nodes.map(({ name }: { name: string }) => name))
      after = guests.pageInfo.hasNextPage ? guests.pageInfo.endCursor : null
    } while (after !== null)
    return names
  }

  const byNewest = (phoneOf: (n: number) => number, count: number) => [
    ...new Set(Array.from({ length: count }, (_, n) => `Guest ${phoneOf(n)}`)),
  ]

  it.each([
    ['few people', (n: number) => (n * n) % 23, 2_500],
    ['one who ordered all the newest', (n: number) => (n < 2_000 ? 0 : n % 40), 2_500],
    ['somebody else each time', (n: number) => n, 60],
  ])('of %s is read page by page, each of them once', async (_, phoneOf, count) => {
    const owner = await openWith(phoneOf, count)
    const all = byNewest(phoneOf, count)
    for (const first of [4, 7, 100]) expect(await pagesOf(owner, first)).toEqual(all)
    expect(await pagesOf(owner, 3, 'guest 2')).toEqual(all.filter((name) => name.includes('2')))
    expect((await owner.ask(LIST)).guests.totalCount).toBe(all.length)
  })

  it('answers a page by the same number of statements, whatever is asked of each', async () => {
    const owner = await openWith((n) => n, 30)
    const statements = async (first: number) => {
      shop.statements()
      await owner.ask(`{ guests(first: ${first}) { nodes { ${fields} } } }`)
      return shop.statements().length
    }
    // The first use of a key is written down.
    await statements(1)
    const few = await statements(2)
    expect(await statements(25)).toBe(few)
    // The newest orders, all of them where these have too few, the rows, the figures, the accounts.
    expect(few).toBeLessThanOrEqual(5)
  })
})
