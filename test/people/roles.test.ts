import { describe, expect, it } from 'vitest'
import { hasScope } from '../../src/api/admission/key-scopes.ts'
import { defaultPolicies, limitNames } from '../../src/api/admission/rate-limit-policy.ts'
import { scopesOf } from '../../src/api/graphql/schema/operation-plugin.ts'
import { powerOf, Role } from '../../src/commerce/people/roles.ts'
import { csvExports } from '../../src/process/exports.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import type { Browser } from '../console/browser.ts'
import { browserOf, type Reply } from '../console/browser.ts'
import { bareRequest } from '../support/bare-request.ts'
import { graphqlOperations, type Operation } from '../support/operations.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { memberInBrowser, ownerInBrowser } from './people.ts'

const plenty = limitNames.map((name) => [name, { ...defaultPolicies[name], points: 100_000 }])
const shop = await forAllTests(openShop({ policies: Object.fromEntries(plenty) }))
const { store, browser: owner } = await ownerInBrowser(shop)
const elsewhere = await shop.addStore()
const { prisma } = shop.database

const REFUSED = 'Your role in this store does not allow this.'
/** What shows sums of what the store sells. */
const figures = new Set(['report', 'topProducts', 'cartConversion', 'deliveryReport'])
const operations = graphqlOperations(ownerSchema, '/owner/graphql').filter(({ name }) => name !== 'orderChanges')

/** Null when the role allows it, whatever else is wrong with the request. */
async function refusal(browser: Browser, operation: Operation): Promise<string | null> {
  const { document, variables } = bareRequest(operation, store.subdomain)
  const answer = await browser.graphql(store.subdomain, document, variables)
  const refused = (answer.body.errors ?? []).find(
    ({ extensions, path }: any) => extensions?.code === 'FORBIDDEN' && path?.length === 1,
  )
  return refused ? refused.message : null
}

const may = (role: Role, money: boolean, name: string): boolean => {
  const field = [ownerSchema.getQueryType(), ownerSchema.getMutationType()]
    .flatMap((type) => type?.getFields()[name] ?? [])
    .at(0)
  if (!field) throw new Error(`There is no ${name}`)
  const power = powerOf({ role, money })
  const isScoped = scopesOf(field).every((accepted) => hasScope({ kind: 'person', power }, accepted))
  return isScoped && (power.figures || !figures.has(name))
}

describe.each([
  ...Object.values(Role).map((role) => [role, false] as const),
  ...[['ORDERS', true] as const, ['ACCOUNTANT', true] as const],
])('%s, with money: %s', async (role, money) => {
  const { browser } = await memberInBrowser(shop, { storeId: store.id, role, money })
  it('may call what the role allows, and nothing else', async () => {
    const wrong: string[] = []
    for (const operation of operations) {
      const refused = await refusal(browser, operation)
      const isAllowed = refused === null
      if (isAllowed !== may(role, money, operation.name) || (refused !== null && refused !== REFUSED)) {
        wrong.push(`${operation.name}: ${refused}`)
      }
    }
    // What a role lets in and the input then refuses, as who gives away more than they have.
    expect(wrong.filter((line) => !/^(createKey|createWebhook): /.test(line))).toEqual([])
  }, 120_000)

  it('has no part of another store', async () => {
    const answer = await browser.graphql(elsewhere.subdomain, '{ store { businessName } }')
    expect([answer.status, answer.body.errors[0].message]).toEqual([403, 'You have no role in this store.'])
    const nowhere = await browser.graphql('no-such-store', '{ store { businessName } }')
    expect(nowhere.body).toEqual(answer.body)
  })
})

describe('What roles are made for', () => {
  it.each<[Role, boolean, string[], string[]]>([
    ['OWNER', false, ['report', 'refund', 'setPayments', 'createKey', 'customers'], []],
    [
      'MANAGER',
      false,
      ['report', 'setOrderStatus', 'updateStore', 'createKey', 'customers'],
      ['refund', 'setPayments'],
    ],
    ['MANAGER', true, ['refund', 'setPayments'], []],
    [
      'ORDERS',
      false,
      ['orders', 'setOrderStatus', 'shipOrders'],
      ['report', 'topProducts', 'refund', 'recordPayment', 'customers', 'products', 'keys', 'updateStore'],
    ],
    ['ORDERS', true, ['refund', 'recordPayment'], ['report', 'keys']],
    ['CATALOGUE', false, ['products', 'upsertProduct', 'setStock'], ['orders', 'report', 'customers', 'keys']],
    [
      'ACCOUNTANT',
      false,
      ['orders', 'order', 'report', 'topProducts'],
      ['setOrderStatus', 'addOrderNote', 'refund', 'customers', 'products', 'discounts', 'keys', 'leads'],
    ],
  ])('%s, with money: %s', (role, money, allowed, refused) => {
    expect(allowed.filter((name) => !may(role, money, name))).toEqual([])
    expect(refused.filter((name) => may(role, money, name))).toEqual([])
  })

  it.each([
    ['ORDERS', { 'orders.csv': 200, 'customers.csv': 403, 'products.csv': 403, 'leads.csv': 403 }],
    ['ACCOUNTANT', { 'orders.csv': 200, 'customers.csv': 403, 'products.csv': 403, 'subscribers.csv': 403 }],
    ['CATALOGUE', { 'orders.csv': 403, 'products.csv': 200 }],
  ] as const)('%s exports what it reads', async (role, files) => {
    const { browser } = await memberInBrowser(shop, { storeId: store.id, role })
    for (const [file, status] of Object.entries(files)) {
      expect([file, (await browser.get(`/api/console/sites/${store.subdomain}/export/${file}`)).status]).toEqual([
        file,
        status,
      ])
    }
  })

  it('nobody makes a key that may do more than they', async () => {
    const create = (scopes: string) => `mutation { createKey(name: "x"${scopes}) { ownerKey { everything scopes } } }`
    const manager = await memberInBrowser(shop, { storeId: store.id, role: 'MANAGER' })
    const message = async (of: Browser, scopes: string) => {
      const { body } = await of.graphql(store.subdomain, create(scopes))
      return body.errors?.[0].message ?? body.data.createKey.ownerKey
    }
    expect(await message(manager.browser, '')).toBe(
      'You can create keys with these scopes only: catalogue, orders, customers, marketing, settings.',
    )
    expect(await message(manager.browser, ', scopes: [ORDERS, MONEY]')).toBe(REFUSED)
    expect(await message(manager.browser, ', scopes: [ORDERS]')).toEqual({ everything: false, scopes: ['ORDERS'] })
    expect(await message(manager.browser, ', scopes: []')).toBe(
      'scopes must not be empty; leave it out for a key that may do everything',
    )
    expect(await message(owner, '')).toEqual({ everything: true, scopes: [] })
  })

  it('nobody revokes a key that may do more than they', async () => {
    const manager = await memberInBrowser(shop, { storeId: store.id, role: 'MANAGER' })
    const make = async (scopes: string) => {
      const create = `mutation { createKey(name: "x"${scopes}) { ownerKey { id } } }`
      return (await owner.graphql(store.subdomain, create)).body.data.createKey.ownerKey.id as string
    }
    const revoke = async (of: Browser, id: string) => {
      const { body } = await of.graphql(store.subdomain, `mutation { revokeKey(id: "${id}") { revokedAt } }`)
      return body.errors?.[0].message ?? body.data.revokeKey.revokedAt
    }
    const beyond = 'This key may do more than you. Somebody who may do as much has to revoke it.'
    const unlimited = await make('')
    expect(await revoke(manager.browser, unlimited)).toBe(beyond)
    expect(await revoke(manager.browser, await make(', scopes: [ORDERS, MONEY]'))).toBe(beyond)
    expect(await revoke(manager.browser, await make(', scopes: [ORDERS]'))).toEqual(expect.stringMatching(/^2/))
    expect(await revoke(owner, unlimited)).toEqual(expect.stringMatching(/^2/))
  })
})

describe('A role that is taken away', () => {
  it('counts at the next request', async () => {
    const { browser, person } = await memberInBrowser(shop, { storeId: store.id, role: 'OWNER' })
    const ask = async () => {
      const { status, body } = await browser.graphql(store.subdomain, '{ orders(first: 1) { totalCount } }')
      return body.errors ? [status, body.errors[0].message] : status
    }
    expect(await ask()).toBe(200)
    const key = { personId_ofStore: { personId: person.id, ofStore: store.id } }
    await prisma.membership.update({ where: key, data: { role: 'CATALOGUE' } })
    expect(await ask()).toEqual([200, REFUSED])
    await prisma.membership.delete({ where: key })
    expect(await ask()).toEqual([403, 'You have no role in this store.'])
    expect((await browser.sessions()).body).toMatchObject({ person: { id: person.id }, sessions: [] })
  })

  it('ends with the store', async () => {
    const { deleteStore } = await import('../../src/commerce/stores/delete-store.ts')
    const gone = await shop.addStore()
    const { browser, person } = await memberInBrowser(shop, { storeId: gone.id, role: 'OWNER' })
    await deleteStore({ services: shop.services, store: gone })
    expect(await prisma.membership.count({ where: { ofStore: gone.id } })).toBe(0)
    expect((await browser.sessions()).body).toMatchObject({ person: { id: person.id }, sessions: [] })
  })
})

it('an owner of one store finds every door of another closed, as those of a store that there is not', async () => {
  const refused = [403, 'You have no role in this store.']
  const message = ({ status, body }: Reply) => [status, body.error ?? body.errors?.[0].message]
  for (const operation of operations) {
    const { document, variables } = bareRequest(operation, elsewhere.subdomain)
    expect([operation.name, ...message(await owner.graphql(elsewhere.subdomain, document, variables))]).toEqual([
      ...[operation.name, ...refused],
    ])
  }
  const paths = [
    ...Object.keys(csvExports).map((file) => ['GET', `export/${file}`] as const),
    ...(['media', 'import/products.csv', 'import/stock.csv', 'preview', 'mail-preview'] as const).map(
      (path) => ['POST', path] as const,
    ),
    ['DELETE', 'session'] as const,
  ]
  for (const [method, path] of paths) {
    for (const subdomain of [elsewhere.subdomain, 'no-such-store']) {
      const answer = await owner.send(
        method,
        `/api/console/sites/${subdomain}/${path}`,
        method === 'POST' ? {} : undefined,
      )
      expect([path, ...message(answer)]).toEqual([path, ...refused])
    }
  }
  expect((await owner.sessions()).body.person).not.toBeNull()
})

it('a person who is not logged in, or has no role anywhere, opens nothing', async () => {
  const stranger = browserOf(shop)
  const answer = await stranger.graphql(store.subdomain, '{ store { businessName } }')
  expect([answer.status, answer.body.errors[0].message]).toEqual([401, 'Your session has ended. Log in again.'])
  for (const token of ['', 'x', 'a'.repeat(43), "' OR 1=1 --"]) {
    stranger.cookies.set('console-person', token)
    expect((await stranger.graphql(store.subdomain, '{ store { businessName } }')).status).toBe(401)
  }
})

it('the owner’s API of programs takes no cookies', async () => {
  const cookie = `console-person=${owner.cookies.get('console-person')}`
  const url = `/api/sites/${store.subdomain}/owner/graphql`
  const answer = await browserOf(shop).send('POST', url, { query: '{ store { businessName } }' }, { cookie })
  expect(answer.status).toBe(401)
})
