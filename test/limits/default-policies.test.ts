import { describe, expect, it } from 'vitest'
import { CHAT_MESSAGES_A_DAY } from '../../src/commerce/chat/chat-day.ts'
import { MAX_LEADS } from '../../src/commerce/leads/submit-lead.ts'
import { createLimits, type LimitPolicy } from '../../src/platform/limits/rate-limit.ts'
import { readConfig } from '../../src/process/config.ts'
import { createServer } from '../../src/process/server.ts'
import { ownAddress } from '../support/addresses.ts'
import { rootFields, routeOperations } from '../support/operations.ts'
import { forAllTests, openShop } from '../support/shop.ts'

/** The rows of the specification's table of limits, and the one that it leaves open for log-ins. */
const rows = [
  { path: 'POST /checkout', field: 'checkout', points: 10, seconds: 60 },
  { path: 'POST /customer/signup', field: 'signUp', points: 20, seconds: 60 },
  { path: 'POST /customer/login', field: 'logIn', points: 20, seconds: 60 },
  { path: 'POST /reviews/:productId', field: 'submitReview', points: 5, seconds: 3600 },
  { path: 'POST /subscribe', field: 'subscribe', points: 10, seconds: 60 },
  { path: 'POST /track-order', field: 'trackOrder', points: 20, seconds: 60 },
  { path: 'POST /lead', field: 'submitLead', points: 10, seconds: 900 },
  { path: 'POST /chat', field: 'chat', points: 10, seconds: 60 },
  { path: 'POST /unlock', field: 'unlock', points: 10, seconds: 60 },
]
const account = ['updateMe', 'changePassword', 'forgotPassword', 'resetPassword', 'confirmEmail', 'myData', 'deleteMe']
const orders = ['cancelOrder']
const addresses = ['addAddress', 'updateAddress', 'removeAddress']
/** Operations that share a budget, beside the specification's table. */
const shared: { limit: string; fields: readonly string[]; points: number; seconds: number }[] = [
  { limit: 'account', fields: [...account, ...addresses, ...orders], points: 20, seconds: 60 },
  { limit: 'cart', fields: ['createCart', 'updateCart', 'deleteCart'], points: 60, seconds: 60 },
  // A guessed token of a preview, as a guessed password.
  { limit: 'unlock', fields: ['openPreview'], points: 10, seconds: 60 },
]
/** Every other operation, all of them together. */
const others: LimitPolicy = { points: 300, seconds: 60 }

const { policies } = readConfig({}).limits

const shop = await forAllTests(openShop({ policies }))
const subdomain = (await shop.addStore()).subdomain

describe('unless RATE_LIMITS says otherwise', () => {
  it.each(rows)('$path: $points in $seconds seconds', async ({ path, points, seconds }) => {
    const operation = routeOperations.find(({ name }) => name.replace('/api/sites/:subdomain', '') === path)
    const { headers } = (await operation?.call(shop, subdomain, { ip: ownAddress() })) ?? {}
    expect(headers?.['ratelimit-policy']).toMatch(new RegExp(`^"[a-z]+";q=${points};w=${seconds}$`))
    expect(headers?.ratelimit).toMatch(new RegExp(`;r=${points - 1};`))
  })

  it('each root field has the limit of its row, and a budget that it shares with none of another row', () => {
    const named = rootFields.map(({ field, rule }) => [field, rule.limit] as const)
    const limitOf = Object.fromEntries(named)
    for (const [field, limit] of named) {
      const group = shared.find(({ fields }) => fields.includes(field))
      const { points, seconds } = rows.find((row) => row.field === field) ?? group ?? others
      expect({ field, ...policies[limit] }).toEqual({ field, points, seconds })
      if (!rows.some((row) => row.field === field)) expect(limit).toBe(group?.limit ?? 'read')
    }
    expect(new Set(rows.map(({ field }) => limitOf[field])).size).toBe(rows.length)
  })

  it('wrong passwords: 10 in 15 minutes for a phone and address, 100 for a phone', () => {
    expect(policies.loginFailuresPerPhoneAndIp).toEqual({ points: 10, seconds: 900 })
    expect(policies.loginFailuresPerPhone).toEqual({ points: 100, seconds: 900 })
  })

  it('wrong digits for an order: 10 an hour; who has found it is remembered for 30 days', () => {
    expect(policies.trackFailuresPerOrder).toEqual({ points: 10, seconds: 3_600 })
    expect(policies.trackFound.seconds).toBe(30 * 86_400)
  })

  it('quotes with a discount code: 30 a minute', () => {
    expect(policies.quoteCode).toEqual({ points: 30, seconds: 60 })
  })

  it('log-ins to the console: 10 a minute', () => {
    expect(policies.consoleLogin).toEqual({ points: 10, seconds: 60 })
    expect(policies.testMail).toEqual({ points: 5, seconds: 3600 })
  })

  it('documents: a cost of 100,000 a minute, of 1,000,000 for the owner', () => {
    expect(policies.cost).toEqual({ points: 100_000, seconds: 60 })
    expect(policies.ownerCost).toEqual({ points: 1_000_000, seconds: 60 })
  })

  it('facets: 1,000,000 products a minute', () => {
    expect(policies.facets).toEqual({ points: 1_000_000, seconds: 60 })
  })

  it('a store takes 10,000 leads, and answers 200 chat messages a day', () => {
    expect(MAX_LEADS).toBe(10_000)
    expect(CHAT_MESSAGES_A_DAY).toBe(200)
  })
})

describe('with RATE_LIMITS=off', () => {
  it('no request is refused but by the caps of leads and chat messages', async () => {
    const { limits } = readConfig({ RATE_LIMITS: 'off' })
    const { logger } = shop.services
    const open = await createServer({
      services: { ...shop.services, limits: createLimits({ ...limits, logger }), maxLeads: 2, chatMessagesPerDay: 2 },
      config: { trustProxy: null, defaultStore: null, graphiql: true, metrics: false },
      isReady: async () => true,
    })
    const store = await shop.addStore({ store: { chat: { enabled: true, context: '', services: [] } } })
    const post = (path: string, payload: object) =>
      open.inject({
        method: 'POST',
        url: `/api/sites/${store.subdomain}${path}`,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        payload: JSON.stringify(payload),
      })
    for (let call = 0; call < 30; call += 1) expect((await post('/unlock', {})).statusCode).toBe(400)
    for (const answer of [await post('/unlock', {}), await post('/graphql', { query: '{ store { name } }' })]) {
      expect(Object.keys(answer.headers).filter((name) => /limit|retry/.test(name))).toEqual([])
    }
    for (const [path, payload, error] of [
      ['/lead', { name: 'Asha' }, 'This site has reached its lead storage limit.'],
      ['/chat', { message: 'Hello' }, expect.stringMatching(/^This site has reached its daily chat limit/)],
    ] as const) {
      expect((await post(path, payload)).statusCode).toBe(200)
      expect((await post(path, payload)).statusCode).toBe(200)
      const refused = await post(path, payload)
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toEqual({ error })
    }
    await open.close()
  })
})
