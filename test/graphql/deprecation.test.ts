import { readdirSync, readFileSync } from 'node:fs'
import { buildASTSchema, type GraphQLSchema, isEnumType, isInputObjectType, isObjectType, parse } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { listDeprecations } from '../../scripts/deprecations.ts'
import { deprecatedIn } from '../../src/api/graphql/schema/deprecation-plugin.ts'
import { openApiDocument } from '../../src/api/rest/openapi.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import { routes } from '../../src/process/routes.ts'
import { schema } from '../../src/process/schema.ts'
import { graphql } from '../support/call.ts'
import { addressOf } from '../support/events.ts'
import { changes, type Scrape, scrape } from '../support/scrape.ts'
import { openShop, type Shop } from '../support/shop.ts'

const openApi = JSON.parse(readFileSync('schema/openapi.json', 'utf8'))
const listed = listDeprecations({ schema, ownerSchema, openApi })
const elementsOf = (api: string) => listed.filter((one) => one.api === api).map(({ element }) => element)

/** What the printed schema marks, of every kind of element. */
function marked(name: string): string[] {
  const printed = buildASTSchema(parse(readFileSync(`schema/${name}.graphql`, 'utf8')))
  return Object.values(printed.getTypeMap()).flatMap((type) => {
    if (isEnumType(type))
      return type
        .getValues()
        .filter(isDeprecated)
        .map((value) => `${type.name}.${value.name}`)
    if (!isObjectType(type) && !isInputObjectType(type)) return []
    return Object.values(type.getFields()).flatMap((field) => [
      ...(isDeprecated(field) ? [`${type.name}.${field.name}`] : []),
      ...('args' in field
        ? field.args.filter(isDeprecated).map((arg: { name: string }) => `${type.name}.${field.name}(${arg.name})`)
        : []),
    ])
  })
}

const isDeprecated = ({ deprecationReason }: { deprecationReason?: string | null | undefined }) =>
  deprecationReason != null

describe('what is deprecated', () => {
  it.each([
    ['storefront', 'GraphQL'],
    ['owner', 'owner'],
  ])('is declared with its days in the schema of the %s', (name, api) => {
    expect(marked(name).toSorted()).toEqual(elementsOf(api).toSorted())
  })

  it('is there, and works for a year or more', () => {
    expect(elementsOf('GraphQL')).toContain('CheckoutNotice.item')
    for (const { element, use, since, sunset } of listed) {
      expect(since, element).toMatch(/^\d{4}-\d\d-\d\d$/)
      const [year = '', ...day] = since.split('-')
      expect(sunset >= [Number(year) + 1, ...day].join('-'), `${element} until ${sunset}`).toBe(true)
      expect(use, element).not.toBe('')
    }
  })

  it('names a replacement that there is', () => {
    const fieldAt = (of: GraphQLSchema, typeName: string, path: string) =>
      path.split('.').reduce<string | undefined>((name, key) => {
        const type = name && of.getType(name)
        return isObjectType(type)
          ? type
              .getFields()
              [key]?.type.toString()
              .replace(/[[\]!]/g, '')
          : undefined
      }, typeName)
    for (const { api, element, use } of listed.filter((one) => one.api !== 'REST')) {
      const [type = ''] = element.split('.')
      expect(fieldAt(api === 'owner' ? ownerSchema : schema, type, use), element).toBeDefined()
    }
  })

  it('is marked in OpenAPI where an operation answers it, and announced there', () => {
    const answers = routes.map(({ operation, response, method, path }) => {
      const { headers = {} } = openApi.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].responses[200]
      return {
        route: `${method} ${path}`,
        inDocument: deprecatedIn(schema, operation) !== null,
        inAnswer: hasDeprecated(response),
        isAnnounced: ['Deprecation', 'Sunset', 'Link'].every((name) => name in headers),
      }
    })
    expect(answers.filter(({ inDocument }) => inDocument).map(({ route }) => route)).toContain(
      'POST /api/sites/:subdomain/cart',
    )
    const wrong = answers.filter(
      ({ inDocument, inAnswer, isAnnounced }) => inDocument !== inAnswer || inDocument !== isAnnounced,
    )
    expect(wrong).toEqual([])
  })

  it('is not used by the client’s documents', () => {
    const folder = 'clients/typescript/src/documents'
    const documents = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    expect(documents.length).toBeGreaterThan(2)
    expect(deprecatedIn(schema, parse(documents.join('\n')))).toBeNull()
  })

  it('is a whole operation in OpenAPI when the root field is deprecated', () => {
    const field = schema.getQueryType()?.getFields().categories
    if (!field) throw new Error('The schema has no categories')
    const { extensions } = field
    onTestFinished(() => void Object.assign(field, { extensions }))
    field.extensions = { ...extensions, deprecated: { since: '2026-11-26', sunset: '2027-11-26', use: 'products' } }
    // Other documents, for which nothing has been found yet.
    const unknown = routes.map((route) => ({ ...route, operation: { ...route.operation } }))
    const operations = Object.values(openApiDocument(unknown, schema).paths).flatMap((path) => Object.values(path))
    const deprecated = operations.filter((operation) => (operation as { deprecated?: boolean }).deprecated)
    expect(deprecated).toMatchObject([{ operationId: 'categories' }])
  })

  it('is listed in docs/versions.md and in the changelog', () => {
    const [page, log] = [readFileSync('docs/versions.md', 'utf8'), readFileSync('CHANGELOG.md', 'utf8')]
    const [, deprecated = ''] = /^### Deprecated\n(.*?)^##/ms.exec(log) ?? []
    for (const { element, sunset } of listed) {
      expect(page).toMatch(new RegExp(`^\\| \\w+ \\| \`${element}\` .* ${sunset} \\|$`, 'm'))
      expect(deprecated).toContain(`\`${element}\``)
    }
  })
})

const hasDeprecated = (shape: z.ZodType): boolean =>
  JSON.stringify(z.toJSONSchema(shape, { io: 'input' })).includes('"deprecated":true')

describe('a client who uses it', () => {
  let shop: Shop
  let store: Store
  let before: Scrape
  beforeAll(async () => {
    shop = await openShop({ metrics: true })
    store = await shop.addStore()
  })
  beforeEach(async () => {
    before = await scrape(shop.app)
  })
  afterAll(() => shop.close())

  const announced = {
    deprecation: '@1795651200',
    sunset: 'Fri, 26 Nov 2027 00:00:00 GMT',
    link: '</docs/versions>; rel="deprecation"; type="text/html"',
  }
  const uses = async () => changes(before, await scrape(shop.app), 'storefront_deprecated_uses_total')
  const post = (path: string, payload: object) =>
    shop.app.inject({ method: 'POST', url: `/api/sites/${store.subdomain}/${path}`, payload })

  it('is told over GraphQL, each time, and counted', async () => {
    const query = 'mutation { createCart(input: {}) { ...Parts } } fragment Parts on Cart { notices { item } }'
    for (const _ of [1, 2]) expect((await post('graphql', { query })).headers).toMatchObject(announced)
    expect(await uses()).toEqual({ 'api="graphql",element="CheckoutNotice.item"': 2 })
  })

  it('is told nothing when the document uses only what stays', async () => {
    const { headers, statusCode } = await post('graphql', { query: '{ store { loyalty { enabled } } }' })
    expect(statusCode).toBe(200)
    expect(headers).not.toHaveProperty('deprecation')
    expect(await uses()).toEqual({})
  })

  it('is told and counted also when the answer comes from the cache', async () => {
    const url = await addressOf(shop)
    const target = `${url}/api/sites/${store.subdomain}/graphql?query=${encodeURIComponent('{ store { earnRate loyaltyEnabled } }')}`
    const headers = { accept: 'application/json' }
    const answers = [
      await fetch(target, { headers }),
      await fetch(target, { headers }),
      await fetch(target, { headers }),
    ]
    const etag = answers[2]?.headers.get('etag') ?? ''
    answers.push(await fetch(target, { headers: { ...headers, 'if-none-match': etag } }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 304])
    for (const answer of answers) expect(Object.fromEntries(answer.headers)).toMatchObject(announced)
    expect(await uses()).toEqual({
      'api="graphql",element="Store.earnRate"': 4,
      'api="graphql",element="Store.loyaltyEnabled"': 4,
    })
    const { headers: exposed } = answers[1] as Response
    for (const name of Object.keys(announced))
      expect(exposed.get('access-control-expose-headers')?.toLowerCase()).toContain(name)
  })

  it('is told over REST by the operations whose answers have it, and by no others', async () => {
    const cart = await post('cart', { items: [] })
    expect(cart.statusCode).toBe(200)
    expect(cart.headers).toMatchObject(announced)
    const { headers } = await shop.app.inject({ url: `/api/sites/${store.subdomain}/store` })
    expect(headers).not.toHaveProperty('deprecation')
    expect(await uses()).toEqual({ 'api="rest",element="CheckoutNotice.item"': 1 })
  })

  it('is led to a page that there is', async () => {
    const [, page = ''] = /^<([^>]+)>/.exec(announced.link) ?? []
    const { statusCode, body } = await shop.app.inject({ url: page, headers: { accept: 'text/html' } })
    expect(statusCode).toBe(200)
    expect(body).toContain('CheckoutNotice.item')
  })

  it('makes its store stand in the log, once a day', async () => {
    const other = await shop.addStore()
    const query = '{ store { redeemRate } me { name } }'
    const ask = ({ subdomain }: Store) => graphql(shop, subdomain, query)
    const { lines } = shop.secrets
    const from = lines.length
    for (const one of [store, store, other]) await ask(one)
    const logged = lines.slice(from).map((line) => JSON.parse(line))
    expect(logged.filter(({ deprecated }) => deprecated).map((line) => [line.store, line.deprecated])).toEqual([
      [store.subdomain, 'Store.redeemRate'],
      [other.subdomain, 'Store.redeemRate'],
    ])
  })
})
