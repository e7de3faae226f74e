import { afterAll, expect, it } from 'vitest'
import { defaultPolicies, limitNames } from '../../src/api/admission/rate-limit-policy.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import { eitherOf, meaningOf } from '../support/argument-meanings.ts'
import { rest } from '../support/call.ts'
import { openMailServer } from '../support/mail-server.ts'
import { graphqlOperations, type Operation, rootFields, routeOperations } from '../support/operations.ts'
import { answersTo, openNeighbour, passTime, publicRequests } from '../support/public-requests.ts'
import { saveRows } from '../support/saved-rows.ts'
import { watchSecrets } from '../support/secret-watch.ts'
import { openShop } from '../support/shop.ts'
import { openTenant } from '../support/tenants.ts'

let now = Date.parse('2026-03-01T10:00:00Z')
const plenty = limitNames.map((name) => [name, { ...defaultPolicies[name], points: 100_000 }])
/**
 * Every mutation of the owner's API, read from its schema, and after each the answers that all visitors get alike:
 * those of the process that made the change, and of another a second later, have to be what a process without any cached
 * answer says.
 */
const mails = await openMailServer()
const mailer = createMailer({
  smtp: { smtpUrl: mails.url, from: 'shop@example.com' },
  logger: watchSecrets().logger,
})
const shop = await openShop({ clock: () => new Date(now), policies: Object.fromEntries(plenty), mailer })
const other = await openNeighbour(shop)
const bare = await openNeighbour(shop, { answerCacheMb: 0 })
const ours = await openTenant(shop, { name: 'briar', number: 72 }, () => {
  now += 1_000
})
const kept = await saveRows(shop.database)
const requests = publicRequests(ours.store.subdomain, { ...ours.product, page: 'terms-of-briar' })
const time = passTime()
afterAll(async () => {
  time.restore()
  await other.app.close()
  await bare.app.close()
  await shop.close()
  await mails.close()
})

/** What is true now. */
async function truth() {
  bare.stores.forget(ours.store.subdomain)
  return await answersTo(bare.app, requests)
}

let round = 0n
/** What is true after each `startAnew`: rows and clock are then the same. */
let atFirst: Awaited<ReturnType<typeof truth>> | undefined

/** Undoes the last change. The store's version goes on: in no shop does it ever go back. */
async function startAnew() {
  await kept.restore()
  round += 1_000n
  await shop.database.prisma.contentVersion.update({
    where: { storeId: ours.store.id },
    data: { version: round },
  })
  for (const stores of [shop.services.stores, other.stores]) stores.forget(ours.store.subdomain)
}

async function callAsOwner(operation: Operation, left: ReadonlySet<string>) {
  const places = new Map(operation.places.map((place) => [place.path, place]))
  const { method, url, body } = operation.request(ours.store.subdomain, (path) => {
    const place = places.get(path)
    if (!place || left.has(path) || place.shape.kind === 'cursor') return undefined
    const meaning = meaningOf(path)
    if (meaning) return 'free' in meaning ? meaning.free : meaning.names({ of: ours, home: true })
    return place.shape.kind === 'value' && place.required ? place.shape.example : undefined
  })
  return await rest(shop, method, url, body, { headers: { authorization: `Bearer ${ours.ownerKey}` } })
}

const mutations = graphqlOperations(ownerSchema, '/owner/graphql').filter(
  ({ name }) => ownerSchema.getMutationType()?.getFields()[name],
)
const cases = mutations.flatMap((operation) =>
  (eitherOf[operation.name] ?? [null]).map((choice) => ({
    title: choice ?? operation.name,
    operation,
    left: new Set((eitherOf[operation.name] ?? []).filter((place) => place !== choice)),
  })),
)

/** Mutations after which visitors are shown something else. */
const seen = new Set<string>()

it('asks for everything that is public', () => {
  expect(rootFields.filter(({ rule }) => rule.isPublic).map(({ field }) => field)).toEqual([
    'categories',
    'menu',
    'page',
    'pages',
    'product',
    'products',
    'reviews',
    'sitemap',
    'store',
    'suggest',
  ])
  const open = routeOperations.filter(({ rule, route }) => rule.isPublic && !route.isPrivate)
  expect(open.map(({ route }) => route.path)).toEqual([
    '/api/sites/:subdomain/products',
    '/api/sites/:subdomain/products/:idOrSlug',
    '/api/sites/:subdomain/products/:idOrSlug/related',
    '/api/sites/:subdomain/suggest',
    '/api/sites/:subdomain/categories',
    '/api/sites/:subdomain/pages',
    '/api/sites/:subdomain/pages/:slug',
    '/api/sites/:subdomain/reviews/:productId',
  ])
})

it.each(cases)('after $title no visitor is shown what was before', async ({ operation, left }) => {
  await startAnew()
  atFirst ??= await truth()
  const before = atFirst
  for (const { app } of [shop, other]) expect(await answersTo(app, requests)).toEqual(before)

  const { status, body } = await callAsOwner(operation, left)
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
  const after = await truth()
  expect(await answersTo(shop.app, requests)).toEqual(after)
  await time.pass(1_001)
  expect(await answersTo(other.app, requests)).toEqual(after)
  if (JSON.stringify(after) !== JSON.stringify(before)) seen.add(operation.name)
})

it('several of them change what visitors see', () => {
  expect([...seen].sort()).toEqual([
    'approveReview',
    'archiveProduct',
    'closeStore',
    'deletePicture',
    'importProducts',
    'setAccessPassword',
    'setMenu',
    'updateBusiness',
    'updateStore',
    'upsertPage',
    'upsertProduct',
  ])
})
