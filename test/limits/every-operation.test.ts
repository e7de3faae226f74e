import { describe, expect, it } from 'vitest'
import { type LimitName, limitNames } from '../../src/api/admission/rate-limit-policy.ts'
import { ownAddress } from '../support/addresses.ts'
import { graphql } from '../support/call.ts'
import { type Answer, ask, rootFields, routeOperations } from '../support/operations.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const POINTS = 3
const SECONDS = 60
/** Of what several carts in one document cost. */
const plenty = { points: 100_000, seconds: SECONDS }

const common = 'Too many requests'
/** What the specification says, where it ends in "..." with what was made of it. */
const messages: Record<LimitName, string> = {
  checkout: 'Too many checkout attempts',
  signup: common,
  login: common,
  loginFailuresPerPhone: common,
  loginFailuresPerPhoneAndIp: common,
  account: common,
  review: 'Too many reviews submitted',
  subscribe: common,
  track: 'Too many lookups',
  trackFailuresPerOrder: 'Too many lookups',
  trackFound: 'Too many lookups',
  lead: 'Too many submissions. Please try again later.',
  chat: 'Too many messages. Please wait a minute and try again.',
  unlock: 'Too many attempts. Wait a minute.',
  cart: common,
  quoteCode: common,
  media: common,
  read: common,
  owner: common,
  consoleLogin: 'Too many attempts. Wait a minute.',
  personLogin: 'Too many attempts. Wait a minute.',
  personLoginFailures: 'Too many wrong passwords. Wait 15 minutes.',
  invitationTry: 'Too many attempts. Wait a minute.',
  invitation: 'Too many invitations. Try again in an hour.',
  invitationMail: 'Too many invitations were mailed to this address today. Copy a link, and send it yourself.',
  personMails: 'Too many mails were asked for. Wait an hour.',
  testMail: 'Too many test mails. Try again later.',
  cost: 'Too many costly queries. Ask for less at once, or wait a minute.',
  ownerCost: 'Too many costly queries. Ask for less at once, or wait a minute.',
  facets: 'Too many facets of long lists. Search or filter first, or wait a minute.',
}

const policy = { points: POINTS, seconds: SECONDS }
const policies = Object.fromEntries(limitNames.map((name) => [name, policy]))
const shop = await forAllTests(openShop({ policies: { ...policies, cost: plenty } }))
const subdomain = (await shop.addStore()).subdomain
const other = (await shop.addStore()).subdomain
/** Switched off by its owner. */
const closed = (await shop.addStore({ store: { active: false } })).subdomain

const operations = [...routeOperations, ...rootFields]

describe('an operation', () => {
  it('is any of the schema’s root fields and of the routes', () => {
    expect(rootFields.length).toBeGreaterThanOrEqual(17)
    expect(routeOperations.length).toBeGreaterThanOrEqual(17)
  })

  it.each(operations)(
    '$name: lets so many through, shows what is left, and refuses the next',
    async ({ rule, call }) => {
      const { limit } = rule
      const caller = { ip: ownAddress() }
      for (let left = POINTS - 1; left >= 0; left -= 1) {
        const answer = await call(shop, subdomain, caller)
        expect(isRefused(answer)).toBe(false)
        expect(answer.headers).toMatchObject(budgetHeaders(limit, left))
        expect(answer.headers).not.toHaveProperty('retry-after')
      }
      expectRefusal(limit, await call(shop, subdomain, caller))
      // At another store, and for another address, it is another budget.
      expect((await call(shop, other, caller)).headers).toMatchObject(budgetHeaders(limit, POINTS - 1))
      expect(isRefused(await call(shop, subdomain, { ip: ownAddress() }))).toBe(false)
    },
  )

  it.each(routeOperations)('$name: has one budget with its twin in GraphQL', async ({ rule, call, field }) => {
    const caller = { ip: ownAddress() }
    const calls = [field.call, call, field.call, call, field.call]
    const answers: Answer[] = []
    for (const callOnce of calls) answers.push(await callOnce(shop, subdomain, caller))
    expect(answers.map(isRefused)).toEqual([false, false, false, true, true])
    for (const answer of answers.slice(POINTS)) expectRefusal(rule.limit, answer)
  })

  it.each(rootFields)(
    '$name: is counted for each alias and operation of a document',
    async ({ kind, rule, selection }) => {
      const caller = { ip: ownAddress() }
      const names = Array.from({ length: POINTS + 2 }, (_, at) => `a${at}`)
      const query = `${kind} { ${names.map(selection).join(' ')} }`
      const { headers, body } = await ask(shop, subdomain, query, caller)
      const refused = body.errors.filter(({ extensions }: any) => extensions.code === 'RATE_LIMITED')
      expect(refused.map(({ path }: any) => path[0])).toEqual(names.slice(POINTS))
      expect(refused.map(({ message }: any) => message)).toEqual(Array(2).fill(messages[rule.limit]))
      for (const name of ['ratelimit', 'ratelimit-policy']) headers[name] = withoutCost(headers[name])
      expect(headers).toMatchObject({ ...budgetHeaders(rule.limit, 0), 'retry-after': expect.stringMatching(/^\d+$/) })
    },
  )

  it.each(operations)('$name: counts for a store that is switched off, or not there', async ({ rule, call }) => {
    const caller = { ip: ownAddress() }
    expect((await call(shop, closed, caller)).headers).toMatchObject(budgetHeaders(rule.limit, POINTS - 1))

    const unknown = await Promise.all([1, 2, 3].map((at) => call(shop, `nowhere-${at}`, caller)))
    for (const { headers, code } of unknown) {
      expect(['404', 'STORE_NOT_FOUND']).toContain(code)
      expect(headers['ratelimit-policy']).toBe(`"read";q=${POINTS};w=${SECONDS}`)
    }
    expectRefusal('read', await call(shop, 'nowhere-4', caller))
  })
})

describe('a request that comes to no operation is a read', () => {
  const send = (ip: string, payload: string, type = 'application/json') =>
    shop.app.inject({
      method: 'POST',
      url: `/api/sites/${subdomain}/graphql`,
      headers: { 'content-type': type, 'x-forwarded-for': ip },
      payload,
    })
  const document = (query: string) => JSON.stringify({ query })

  it.each([
    ['what does not parse', document('{')],
    ['what does not validate', document('{ nothing }')],
    ['what costs too much', document('{ products { nodes { reviews { nodes { id title body rating } } } } }')],
    ['introspection', document('{ __schema { queryType { name } } }')],
    ['__typename', document('{ __typename }')],
    ['no document', '{}'],
    ['a batch', '[]'],
    ['broken JSON', '{"query":'],
    ['a body of another type', 'x', 'text/plain'],
    ['a body that is too large', document(`{ store { name } } # ${'x'.repeat(70_000)}`)],
  ])('%s', async (_, payload, type?: string) => {
    const ip = ownAddress()
    for (let left = POINTS - 1; left >= 0; left -= 1) {
      const answer = await send(ip, payload, type)
      expect(answer.statusCode).not.toBe(429)
      expect(answer.headers).toMatchObject(budgetHeaders('read', left))
    }
    for (let again = 0; again < 2; again += 1) {
      const refused = await send(ip, payload, type)
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toEqual({
        errors: [{ message: common, extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } }],
      })
      expect(refused.headers).toMatchObject({ ...budgetHeaders('read', 0), 'retry-after': expect.any(String) })
    }
  })

  it('and whoever sends more of them than that is not read from until the window ends; others are', async () => {
    const ip = ownAddress()
    for (let call = 0; call <= POINTS; call += 1) await send(ip, document(`{ nothing${call} }`))
    expect((await send(ip, document('mutation { unlock(password: "x") { accessToken } }'))).statusCode).toBe(429)
    expect((await send(ownAddress(), document('{ store { name } }'))).json().data.store.name).toBe('Tea House')
  })

  it('but reading too much keeps nobody from another operation', async () => {
    const caller = { ip: ownAddress() }
    for (let call = 0; call <= POINTS; call += 1) await graphql(shop, subdomain, '{ store { name } }', {}, caller)
    const { code } = await ask(shop, subdomain, 'mutation { unlock(password: "x") { accessToken } }', caller)
    expect(code).toBe('STORE_NOT_FOUND')
  })

  it('a document with one is counted for that alone', async () => {
    const query = '{ __typename store { name } __schema { queryType { name } } }'
    expect((await ask(shop, subdomain, query, { ip: ownAddress() })).headers).toMatchObject(
      budgetHeaders('read', POINTS - 1),
    )
  })

  it.each(['/graphql', '/api/sites/nobody-s-store/graphql', '/api/sites/nobody-s-store/owner/graphql'])(
    'GraphiQL’s page at %s is one, and what it loads',
    async (url) => {
      const headers = { accept: 'text/html', 'x-forwarded-for': ownAddress() }
      const look = (path: string) => shop.app.inject({ url: path, headers })
      const page = await look(url)
      expect(page.headers).toMatchObject(budgetHeaders('read', POINTS - 1))
      const [, asset = ''] = page.body.match(/href="[./]*(graphiql\/[^"]+)"/) ?? []
      for (let call = 1; call < POINTS; call += 1) expect((await look(`/${asset}`)).statusCode).toBe(200)
      for (const path of [url, `/${asset}`]) {
        const refused = await look(path)
        expect(refused.statusCode).toBe(429)
        expect(refused.headers['retry-after']).toMatch(/^\d+$/)
        expect(refused.body).toContain('Too many requests')
      }
    },
  )
})

it('a body that is no JSON counts like any other', async () => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': ownAddress() }
  const send = () =>
    shop.app.inject({ method: 'POST', url: `/api/sites/${subdomain}/checkout`, headers, payload: '{"items":' })
  for (let call = 0; call < POINTS; call += 1) expect((await send()).statusCode).toBe(400)
  expect((await send()).json()).toEqual({ error: messages.checkout })
})

const withoutCost = (header: unknown) => String(header).replace(/^"cost"[^,]*, /, '')

const isRefused = ({ code }: Answer) => code === '429' || code === 'RATE_LIMITED'

/** With a window that has only begun; a slow machine may take a few seconds of it. */
const budgetHeaders = (limit: LimitName, left: number) => ({
  ratelimit: expect.stringMatching(new RegExp(`^"${limit}";r=${left};t=\\d+$`)),
  'ratelimit-policy': `"${limit}";q=${POINTS};w=${SECONDS}`,
})

function expectRefusal(limit: LimitName, answer: Answer): void {
  const { code, status, message, headers, body } = answer
  expect(isRefused(answer)).toBe(true)
  expect(message).toBe(messages[limit])
  expect(headers).toMatchObject(budgetHeaders(limit, 0))
  const retryAfter = Number(headers['retry-after'])
  expect(retryAfter).toBeGreaterThanOrEqual(1)
  expect(retryAfter).toBeLessThanOrEqual(SECONDS)
  if (code === '429') expect(body).toEqual({ error: message })
  else {
    // The other root fields of a document may have been answered; a subscription has no other.
    expect([200, 429]).toContain(status)
    expect(body.errors[0].extensions).toEqual({ code: 'RATE_LIMITED', retryAfter })
  }
}
