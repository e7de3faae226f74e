import { describe, expect, it } from 'vitest'
import { defaultPolicies, limitNames } from '../src/api/admission/rate-limit-policy.ts'
import { createAssistant } from '../src/commerce/chat/create-assistant.ts'
import { paymentSignature, webhookSignature } from '../src/commerce/payments/signature.ts'
import { ownerSchema } from '../src/process/owner-schema.ts'
import { routes } from '../src/process/routes.ts'
import { schema } from '../src/process/schema.ts'
import { ownAddress } from './support/addresses.ts'
import { cursorAt, emptyLists, masked, withoutSent } from './support/answers.ts'
import { eitherOf, meaningOf, type Side } from './support/argument-meanings.ts'
import { rest } from './support/call.ts'
import { graphqlOperations, type Operation, type Request, restOperations } from './support/operations.ts'
import { saveRows, textsIn } from './support/saved-rows.ts'
import { forAllTests, openShop } from './support/shop.ts'
import { type Belongings, mapTexts, noticeOf, openTenant, otherText, unlike } from './support/tenants.ts'

/**
 * Two stores that have something of everything, and every operation that there is, read from the schemas and from the
 * list of routes. Whatever names something of the one store is said to the other, which has to answer as if it named
 * nothing at all.
 */

/** What a header opens or names. */
type Credentials = Record<string, (side: Side, operation: string) => string | undefined>

/** Operations of a customer who has nothing open. */
const leaving = ['deleteMe', 'DELETE /customer/me']

const shopper: Credentials = {
  authorization: ({ of }, operation) => `Bearer ${(leaving.includes(operation) ? of.friend : of.customer).token}`,
  'x-access-token': ({ of }) => of.accessToken,
  'idempotency-key': ({ of, home }) => (home ? undefined : of.idempotencyKey),
  'x-store-key': ({ of, home }) => (home ? undefined : of.ownerKey),
}
const owner: Credentials = { authorization: ({ of }) => `Bearer ${of.ownerKey}` }

/** Whether arguments are also exchanged one by one: not where the operations behind are those of a schema above. */
type Thorough = boolean

/** It takes no arguments; test/orders/store-changes.test.ts listens at two stores. */
const withoutStream = (operations: Operation[]) => operations.filter(({ name }) => name !== 'orderChanges')

const interfaces: [name: string, operations: Operation[], credentials: Credentials, Thorough][] = [
  ['the storefront schema', graphqlOperations(schema, '/graphql'), shopper, true],
  ['the REST interface', restOperations(routes), shopper, false],
  ['the owner’s schema', withoutStream(graphqlOperations(ownerSchema, '/owner/graphql')), owner, true],
]

let now = Date.parse('2026-03-01T10:00:00Z')
const plenty = limitNames.map((name) => [name, { ...defaultPolicies[name], points: 100_000 }])
const mailer = { isSetUp: true, send: async () => {} }
const shop = await forAllTests(openShop({ clock: () => new Date(now), policies: Object.fromEntries(plenty), mailer }))
const tick = () => {
  now += 1_000
}
const ours = await openTenant(shop, { name: 'briar', number: 72 }, tick)
const theirs = await openTenant(shop, { name: 'zephyr', number: 95 }, tick)
const nobodys = await unlike(shop, theirs)
const kept = await saveRows(shop.database)
const theirHashes = await kept.hashes(theirs.store.id)
const ourTexts = new Set([...(await kept.texts(ours.store.id)), ...textsIn(ours)])
const theirTexts = [...(await kept.texts(theirs.store.id)), ...textsIn(theirs)].filter(
  (text) => text.length >= 6 && !ourTexts.has(text),
)

/** A call to `to`, in which the places and headers of `foreign` name what `others` has. */
interface Call {
  to: Belongings
  others: Belongings
  foreign: ReadonlySet<string>
  left: ReadonlySet<string>
  cursors: ReadonlyMap<string, string>
}

async function outcomeOf(operation: Operation, credentials: Credentials, call: Call) {
  const { to, others, foreign, left, cursors } = call
  const sent = new Map<string, string>()
  const side = (place: string): Side => (foreign.has(place) ? { of: others, home: false } : { of: to, home: true })
  const remember = (place: string, value: unknown) => {
    if (foreign.has(place)) for (const text of textsIn(value)) sent.set(text, place)
    return value
  }
  const shapes = new Map(operation.places.map((place) => [place.path, place]))
  const request = operation.request(to.store.subdomain, (path) => {
    const place = shapes.get(path)
    if (!place || left.has(path)) return undefined
    if (place.shape.kind === 'cursor') return foreign.has(path) ? remember(path, cursors.get(path)) : undefined
    const meaning = meaningOf(path)
    if (meaning) return 'free' in meaning ? meaning.free : remember(path, meaning.names(side(path)))
    if (place.shape.kind === 'value') return place.required ? place.shape.example : undefined
    throw new Error(
      `Nobody has said what the argument ${path} means. Does it name something that a store has, or is it free text? Say so in test/support/argument-meanings.ts.`,
    )
  })
  const headers = Object.entries(credentials).map(
    ([header, of]) => [header, remember(header, of(side(header), operation.name))] as const,
  )
  return await observed(request, Object.fromEntries(headers.filter(([, value]) => value !== undefined)), to, sent)
}

/** Makes the call, says what came of it, and undoes it. */
async function observed(
  request: Request,
  headers: Record<string, any>,
  to: Belongings,
  sent: ReadonlyMap<string, string> = new Map(),
) {
  const ip = ownAddress()
  const caller = {
    ip,
    headers: { accept: 'application/json', 'x-buyer-ip': '203.0.113.9', ...request.headers, ...headers },
  }
  const answer = await rest(shop, request.method, request.url, request.body, caller)
  const changes = await kept.changes()
  if (changes.length > 0) await undo()
  const outcome = {
    status: answer.status,
    budget: String(answer.headers.ratelimit).replace(/t=\d+/, ''),
    body: answer.body,
    changes: changes.filter(({ storeId }) => storeId === to.store.id),
  }
  return {
    ...outcome,
    /** What the answer says beyond what was sent. */
    text: withoutSent(JSON.stringify(answer.body), sent),
    elsewhere: changes.filter(({ storeId }) => storeId !== to.store.id),
    comparable: inOrder(
      masked(outcome, { sent: new Map([...sent, [ip, 'address']]), known: ourTexts }) as typeof outcome,
    ),
  }
}

/** Rows whose keys are random come in any order. */
const inOrder = <Outcome extends { changes: readonly unknown[] }>(outcome: Outcome) => ({
  ...outcome,
  changes: outcome.changes.map((change) => JSON.stringify(change)).sort(),
})

async function undo(): Promise<void> {
  await kept.restore()
  for (const { store } of [ours, theirs]) shop.services.stores.forget(store.subdomain)
  // What it knows of a store may be a second old.
  shop.services.assistant = createAssistant(null)
}

const none: ReadonlySet<string> = new Set()

/**
 * Lists that are empty of themselves: of what is left out of a good cart or import, of a customer who is new, of a
 * webhook's wishes, of what a zone or a payment method leaves open, of an order that waits for its payment, of what
 * nobody has shown to be a customer's, of a guest who has no account, of what a key may only read.
 */
const honestlyEmpty =
  /(^|\.)(notices|refunds|uses)$|^signUp\.customer\.|[wW]ebhooks?(\.\d+|\.webhook)?\.events$|^importProducts\.(added|unchanged|refused|mistakes)$|^report\.otherCurrencies$|^cancelOrder\.(mails|payments)$|^(customerData\.|myData\.|)(newsletter|leads)$|\.(scopes|regions|postalCodes|excludedCodes)$|^guests?\.(.+\.)?accounts$|(^|\.)related\.media\.variants$|^viewer\.reads$/

it('has two stores with a row in every table', async () => {
  for (const { store } of [ours, theirs]) expect(await kept.without(store.id)).toEqual([])
  expect(kept.tables.length).toBeGreaterThan(25)
})

describe.each(interfaces)('%s', (_, operations, credentials, thorough) => {
  const cases = operations.flatMap((operation) => {
    const places = new Set(operation.places.map(({ path }) => path))
    const choices = eitherOf[operation.name]?.filter((place) => places.has(place)) ?? [null]
    return choices.map((choice) => ({
      title: choice ?? operation.name,
      operation,
      left: new Set((eitherOf[operation.name] ?? []).filter((place) => place !== choice)),
    }))
  })

  it.each(cases)(
    '$title knows nothing of another store',
    async ({ operation, left }) => {
      const call = (to: Belongings, others: Belongings, foreign = none, cursors = new Map<string, string>()) =>
        outcomeOf(operation, credentials, { to, others, foreign, left, cursors })

      // At home it finds what it is asked for: whatever is refused below is not refused for its form.
      const own = await call(theirs, theirs)
      const { status, body } = own
      expect({ status, errors: body.errors ?? body.error }).toEqual({ status: 200, errors: undefined })
      const data = body.data ?? body
      // The last page of a list has no next one.
      const { next: _, ...fields } = data
      expect(Object.values(fields).filter((value) => value === null || value === false)).toEqual([])
      expect(emptyLists(data).filter((path) => !honestlyEmpty.test(path))).toEqual([])
      const ourOwn = await call(ours, ours)
      expect({ status: ourOwn.status, errors: ourOwn.body.errors }).toEqual({ status: 200, errors: undefined })
      expect(theirTexts.filter((text) => ourOwn.text.includes(text))).toEqual([])

      const cursors = new Map<string, string>()
      const named: string[] = []
      for (const { path, shape } of operation.places.filter(({ path }) => !left.has(path))) {
        const cursor = shape.kind === 'cursor' && cursorAt(data, shape.list)
        if (cursor) cursors.set(path, cursor)
        const meaning = meaningOf(path)
        if (cursor || (meaning && 'names' in meaning)) named.push(path)
      }
      const unknownCursors = new Map([...cursors].map(([path, cursor]) => [path, unknownCursor(cursor)]))

      for (const foreign of selections(named, Object.keys(credentials), thorough)) {
        const there = await call(ours, theirs, foreign, cursors)
        const nowhere = await call(ours, nobodys, foreign, unknownCursors)
        const which = `with another store’s ${[...foreign].join(', ')}`
        expect(there.comparable, which).toEqual(nowhere.comparable)
        expect(
          theirTexts.filter((text) => there.text.includes(text)),
          which,
        ).toEqual([])
        expect(there.elsewhere, which).toEqual([])
      }
      expect(await kept.hashes(theirs.store.id)).toEqual(theirHashes)
    },
    120_000,
  )
})

/** What is exchanged at once: each name by itself, all arguments, the credentials, everything. */
function selections(args: readonly string[], credentials: readonly string[], thorough: boolean): ReadonlySet<string>[] {
  const everything = [...args, ...credentials]
  const sets = thorough
    ? [...args.filter(meaningOf).map((place) => [place]), args, credentials, everything]
    : [args, everything]
  return [...new Map(sets.map((set) => [set.join(), new Set(set)])).values()].filter(({ size }) => size > 0)
}

describe('beside the operations', () => {
  const webhook = (to: Belongings, notice: string, secret: string) => {
    const url = `/api/sites/${to.store.subdomain}/webhooks/payments`
    const headers = { 'x-provider-signature': webhookSignature(secret, notice) }
    return observed({ method: 'POST', url, body: JSON.parse(notice) }, headers, to)
  }

  it('a notice that another store’s provider has signed counts as unsigned', async () => {
    for (const { orders } of [ours, theirs]) {
      const there = await webhook(ours, noticeOf(orders.pending), theirs.secrets.webhook)
      const nowhere = await webhook(ours, noticeOf(orders.pending), nobodys.secrets.webhook)
      expect(there.comparable).toEqual(nowhere.comparable)
      expect(there).toMatchObject({ status: 400, changes: [], elsewhere: [] })
    }
    const home = await webhook(theirs, noticeOf(theirs.orders.pending), theirs.secrets.webhook)
    expect(home.changes.map(({ table }) => table)).toContain('payments')
    expect(home).toMatchObject({ status: 200, elsewhere: [] })
  })

  it('a notice of another store’s order is one of an order that nobody knows', async () => {
    const there = await webhook(ours, noticeOf(theirs.orders.pending), ours.secrets.webhook)
    const nowhere = await webhook(ours, noticeOf(nobodys.orders.pending), ours.secrets.webhook)
    expect(there.comparable).toEqual(nowhere.comparable)
    expect(there).toMatchObject({ status: 200, changes: [], elsewhere: [] })
  })

  it('a payment that another store’s provider has signed is not paid', async () => {
    const verify = (secret: string) => {
      const { provider_order_id: providerOrderId, provider_payment_id: providerPaymentId } = ours.receipt
      const body = {
        ...ours.receipt,
        provider_signature: paymentSignature(secret, { providerOrderId, providerPaymentId }),
      }
      return observed({ method: 'POST', url: `/api/sites/${ours.store.subdomain}/checkout/verify`, body }, {}, ours)
    }
    const there = await verify(theirs.secrets.key)
    expect(there.comparable).toEqual((await verify(nobodys.secrets.key)).comparable)
    expect(there).toMatchObject({ status: 400, elsewhere: [] })
    expect(await verify(ours.secrets.key)).toMatchObject({ status: 200, elsewhere: [] })
  })

  it('the sandbox takes money only for an order of the store that its id names', async () => {
    const payAt = (to: Belongings, id: string) =>
      observed({ method: 'POST', url: `/sandbox/orders/${id}/pay`, body: {} }, {}, to)
    const bytes = (id: string) => Buffer.from(id.replace('order_', ''), 'base64url')
    const [ourId, theirId] = [bytes(ours.orders.failed.providerOrderId), bytes(theirs.orders.failed.providerOrderId)]
    const mixed = Buffer.concat([ourId.subarray(0, 16), theirId.subarray(16)]).toString('base64url')
    expect(await payAt(ours, `order_${mixed}`)).toMatchObject({ status: 404, changes: [], elsewhere: [] })
    const paid = await payAt(theirs, theirs.orders.failed.providerOrderId)
    expect(paid).toMatchObject({ status: 200, elsewhere: [] })
    expect(paid.changes.map(({ table }) => table)).toEqual(['sandbox_payments'])
  })
})

/** The same place in a list, between rows that exist nowhere. */
function unknownCursor(cursor: string): string {
  const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const isId = (text: string) => /^[\da-f-]{36}$/.test(text)
  const unknown = mapTexts(values, (text) => (isId(text) ? otherText(text) : text))
  return Buffer.from(JSON.stringify(unknown)).toString('base64url')
}
