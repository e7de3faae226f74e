import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { clientKey } from '../../../src/api/admission/admission.ts'
import { createSharedCounts } from '../../../src/commerce/catalog/search/facets/shared-counts.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { readConfig } from '../../../src/process/config.ts'
import { ownAddress } from '../../support/addresses.ts'
import { graphql, rest } from '../../support/call.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const COUNTED = 5
/** For two whole lists, and to begin a third. */
const BUDGET = 2 * COUNTED + 1
const BUSY = 'The service is busy. Please try again.'
const TOO_MANY = 'Too many facets of long lists. Search or filter first, or wait a minute.'

const shop = await forAllTests(openShop({ policies: { facets: { points: BUDGET, seconds: 60 } } }))
const products = Array.from({ length: COUNTED }, (_, at) => ({
  slug: `tea-${at}`,
  name: `Tea ${at}`,
  price: 100,
  category: at === 0 ? 'Rare' : 'Common',
}))
const store = await shop.addStore({ products })
const other = await shop.addStore({ products })

let lastPrice = 0
const facets = (ip = ownAddress(), query = '', of = store) => {
  lastPrice += 1
  const path = `/api/sites/${of.subdomain}/products?facets=1&min_price=${lastPrice / 100}${query}`
  return rest(shop, 'GET', path, undefined, { ip })
}
const callerOf = (of: Store, ip = ownAddress()) => ({
  storeId: of.id,
  contentVersion: 1n,
  clientKey: clientKey({ foundStore: of, ip }),
})

function heldCount() {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = 0
  const count = async () => {
    begun += 1
    await held
    return 'counted'
  }
  return { release, count, begun: () => begun }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(5)
}
const waiting = () => shop.services.sharedCounts.state().waiting

describe('facets of one store', () => {
  it('are counted one after the other, and whoever waits has no connection: a page is answered meanwhile', async () => {
    const { count, release } = heldCount()
    const first = shop.services.sharedCounts.find(callerOf(store), 'held', count)
    const asked = Array.from({ length: 20 }, () => facets())
    await until(() => waiting() === 20)

    // Once they have read their pages.
    await until(() => shop.services.connectionUse().inUse === 0)
    const page = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products/tea-1`)
    const list = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products?min_price=1&sort=price_asc`)
    expect([page.status, list.status, waiting()]).toEqual([200, 200, 20])

    // Nor does another store wait.
    expect((await facets(ownAddress(), '', other)).status).toBe(200)
    expect(waiting()).toBe(20)

    release()
    expect(await first).toBe('counted')
    for (const { status, body } of await Promise.all(asked)) {
      expect([status, body.total]).toEqual([200, COUNTED])
    }
    expect(shop.services.sharedCounts.state()).toEqual({ inUse: 0, waiting: 0 })
  })

  it('are counted once for all who wait for the same, whatever page of the list and over either interface', async () => {
    const { count, release } = heldCount()
    const first = shop.services.sharedCounts.find(callerOf(store), 'held', count)
    await until(() => shop.services.sharedCounts.state().inUse === 1)
    shop.statements()
    const path = `/api/sites/${store.subdomain}/products?facets=1&max_price=500`
    const query = `{ products(filter: { price: { max: 500 } }) { facets { category { value count } } } }`
    const asked = [
      ...['', '&first=1', '&sort=newest'].map((more) => rest(shop, 'GET', path + more)),
      graphql(shop, store.subdomain, query),
    ]
    // Each reads its page meanwhile, and has joined by then.
    const sent: string[] = []
    await until(() => {
      sent.push(...shop.statements())
      return sent.filter((sql) => /"sortKey"|"soldOut"/.test(sql)).length === asked.length
    })
    expect(waiting()).toBe(1)
    release()
    await first
    const [one, ...others] = (await Promise.all(asked)).map(
      ({ body }) => (body.facets ?? body.data.products.facets).category,
    )
    expect(one).toEqual([
      { value: 'Common', count: COUNTED - 1 },
      { value: 'Rare', count: 1 },
    ])
    for (const facets of others) expect(facets).toEqual(one)
    expect(shop.statements().filter((sql) => sql.includes('GROUPING SETS'))).toHaveLength(1)
  })

  it('go to each address in turn, however many one asks for', async () => {
    const counts = createSharedCounts()
    const order: string[] = []
    const { count, release } = heldCount()
    const first = counts.find(callerOf(store), 'held', count)
    const greedy = ownAddress()
    const ask = (ip: string, name: string) =>
      counts.find(callerOf(store, ip), name, async () => {
        order.push(name)
        return null
      })
    const many = [1, 2, 3, 4].map((at) => ask(greedy, `greedy ${at}`))
    const few = ask(ownAddress(), 'modest')
    await until(() => counts.state().waiting === 5)
    release()
    await Promise.all([first, ...many, few])
    expect(order.indexOf('modest')).toBeLessThanOrEqual(1)
  })

  it('are not counted again by a request that fails, which the next one does not inherit', async () => {
    const counts = createSharedCounts()
    const failing = counts.find(callerOf(store), 'same', () => Promise.reject(new Error('lost')))
    await expect(failing).rejects.toThrow('lost')
    const { count, release } = heldCount()
    release()
    expect(await counts.find(callerOf(store), 'same', count)).toBe('counted')
  })

  it('are refused after a while, as everything that finds no place', async () => {
    const counts = createSharedCounts({ longestWaitMs: 20 })
    const { count, release, begun } = heldCount()
    const first = counts.find(callerOf(store), 'held', count)
    await expect(counts.find(callerOf(store), 'late', count)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: BUSY,
      retryAfter: 1,
    })
    release()
    await first
    expect(begun()).toBe(1)
  })
})

describe('what facets look at', () => {
  it('counts against the address, whether asked for over REST or GraphQL', async () => {
    const ip = ownAddress()
    expect((await facets(ip)).status).toBe(200)
    const query = '{ products(filter: { price: { min: 0.5 } }) { facets { availability { value } } } }'
    const second = await graphql(shop, store.subdomain, query, {}, { ip })
    expect(second.body.errors).toBeUndefined()
    expect(second.headers.ratelimit).toContain('"facets";r=1;')
    expect((await facets(ip)).status).toBe(200)

    const refused = await facets(ip)
    expect([refused.status, refused.body]).toEqual([429, { error: TOO_MANY }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const { body } = await graphql(shop, store.subdomain, query.replace('0.5', '0.6'), {}, { ip })
    expect(body.errors).toMatchObject([{ message: TOO_MANY, extensions: { code: 'RATE_LIMITED' } }])

    const plain = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products?min_price=1`, undefined, { ip })
    expect(plain.status).toBe(200)
    expect((await facets()).status).toBe(200)
  })

  it('shows in the headers over REST too, and nobody is asked to wait who is answered', async () => {
    const ip = ownAddress()
    const answers = [await facets(ip), await facets(ip), await facets(ip), await facets(ip)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    const left = answers.map(
      ({ headers }) => /^"read";r=\d+;t=\d+, "facets";r=(\d+);t=\d+$/.exec(String(headers.ratelimit))?.[1],
    )
    expect(left).toEqual(['6', '1', '0', '0'])
    for (const { headers } of answers) expect(headers['ratelimit-policy']).toContain(`"facets";q=${BUDGET};w=60`)
    expect(answers.map(({ headers }) => 'retry-after' in headers)).toEqual([false, false, false, true])
  })

  it('is less of a list that is filtered', async () => {
    const query = '{ products(category: "rare", filter: { price: { min: 0.7 } }) { facets { brand { value } } } }'
    const { headers } = await graphql(shop, store.subdomain, query)
    expect(headers.ratelimit).toContain(`"facets";r=${BUDGET - 1};`)
  })

  it('leaves a shop of 3,000 products all its reads', () => {
    const { facets, read } = readConfig({}).limits.policies
    expect(facets.points / read.points).toBeGreaterThan(3_000)
    expect(facets.seconds).toBe(read.seconds)
  })
})

describe('a document with facets', () => {
  const documentOf = (count: number) => {
    const fields = Array.from(
      { length: count },
      (_, at) => `f${at}: products(first: 1, filter: { price: { min: ${at} } }) { facets { brand { value } } }`,
    )
    return `{ ${fields.join(' ')} }`
  }

  it('costs more where a store has more products', async () => {
    expect(await shop.services.catalogueSizes.find({ services: shop.services, store })).toBe(COUNTED)
    const { services } = shop
    const { catalogueSizes } = services
    services.catalogueSizes = { find: async () => 20_000, peek: () => 20_000 }
    try {
      const { body } = await graphql(shop, store.subdomain, documentOf(68))
      expect(body).toEqual({
        errors: [
          {
            message:
              'This query costs 27676, and at most 20000 is allowed. Ask for fewer entries (first) or fewer fields.',
            extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
          },
        ],
      })
    } finally {
      services.catalogueSizes = catalogueSizes
    }
    const small = await graphql(shop, store.subdomain, documentOf(2))
    expect(small.body.errors).toBeUndefined()
  })
})
