import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { defaultPolicies } from '../../src/api/admission/rate-limit-policy.ts'
import { cases } from '../support/chance.ts'
import { answerTo, openNeighbour, type PublicRequest, passTime } from '../support/public-requests.ts'
import { openShop } from '../support/shop.ts'
import { changes, firstShown, openScene, type Scene, type Shown } from '../support/shop-changes.ts'

/** Two processes on one database that never learn of each other's changes, and what their visitors see. */
const shop = await openShop({ policies: { read: { ...defaultPolicies.read, points: 1_000_000 } } })
const neighbour = await openNeighbour(shop)
const time = passTime({ isStill: true })
afterAll(async () => {
  time.restore()
  await neighbour.app.close()
  await shop.close()
})

const processes = ['here', 'there'] as const
type Process = (typeof processes)[number]
const appOf = (process: Process) => (process === 'here' ? shop.app : neighbour.app)
const servicesOf = (process: Process) =>
  process === 'here' ? shop.services : { ...shop.services, stores: neighbour.stores }

interface View {
  request(scene: Scene): PublicRequest
  /** What its answer has to say. */
  expected(shown: Shown): unknown
  /** What it says, once its status is 200. */
  seen(body: any): unknown
}

const graphql = ({ store }: Scene, query: string): PublicRequest => ({
  method: 'POST',
  url: `/api/sites/${store.subdomain}/graphql`,
  payload: { query },
})
const onSale = <T>({ onSale }: Shown, product: T): T[] => (onSale ? [product] : [])

const views: Record<string, View> = {
  products: {
    request: ({ store }) => ({ method: 'GET', url: `/api/sites/${store.subdomain}/products` }),
    expected: (shown) => onSale(shown, [shown.name, shown.price, shown.picture]),
    seen: ({ products }) => products.map(({ name, price, images }: any) => [name, price, images[0] ?? null]),
  },
  reviews: {
    request: ({ store, productId }) => ({ method: 'GET', url: `/api/sites/${store.subdomain}/reviews/${productId}` }),
    expected: ({ approved, onSale }) => (approved && onSale ? 1 : 0),
    seen: ({ count }) => count,
  },
  everything: {
    request: (scene) =>
      graphql(
        scene,
        '{ store { name } products { nodes { name variants { options { value } } reviewSummary { count } } } }',
      ),
    expected: (shown) => ({
      store: shown.business,
      products: onSale(shown, [shown.name, shown.sizes.join(), shown.approved ? 1 : 0]),
    }),
    seen: ({ data: { store, products } }) => ({
      store: store.name,
      products: products.nodes.map(({ name, variants, reviewSummary }: any) => [
        name,
        variants.map(({ options }: any) => options[0].value).join(),
        reviewSummary.count,
      ]),
    }),
  },
  availability: {
    request: (scene) => graphql(scene, '{ products { nodes { available } } }'),
    expected: (shown) => onSale(shown, shown.stock > 0),
    seen: ({ data }) => data.products.nodes.map(({ available }: any) => available),
  },
}

/** What the view says in the process; null for a store that is switched off. */
async function look(process: Process, scene: Scene, { request, seen }: View): Promise<unknown> {
  const { status, body } = await answerTo(appOf(process), request(scene))
  const json = JSON.parse(body)
  return status === 404 || json.errors?.[0].extensions.code === 'STORE_NOT_FOUND' ? null : seen(json)
}

const expectedOf = ({ expected }: View, shown: Shown) => (shown.open ? expected(shown) : null)

async function lookAtAll(process: Process, scene: Scene) {
  return Object.fromEntries(
    await Promise.all(
      Object.entries(views).map(async ([name, view]) => [name, await look(process, scene, view)] as const),
    ),
  )
}

const expectedOfAll = (shown: Shown) =>
  Object.fromEntries(Object.entries(views).map(([name, view]) => [name, expectedOf(view, shown)]))

it.each(Object.entries(changes))('%s is seen at once, and elsewhere a second later', async (_, change) => {
  const scene = await openScene(shop)
  let shown = firstShown
  // Twice, because several are undone by the second time.
  for (const number of [1, 2]) {
    for (const process of processes) {
      expect(await lookAtAll(process, scene)).toEqual(expectedOfAll(shown))
      shop.statements()
      await lookAtAll(process, scene)
      expect(shop.statements()).toEqual([])
    }
    shown = { ...shown, ...(await change(shop.services, scene, shown, number)) }
    expect(await lookAtAll('here', scene)).toEqual(expectedOfAll(shown))
    await time.pass(1_001)
    expect(await lookAtAll('there', scene)).toEqual(expectedOfAll(shown))
  }
})

type Step =
  | { kind: 'write'; process: Process; name: string }
  | { kind: 'read'; process: Process; view: string }
  | { kind: 'wait'; ms: number }

const process = fc.constantFrom(...processes)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), process, name: fc.constantFrom(...Object.keys(changes)) }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('read' as const), process, view: fc.constantFrom(...Object.keys(views)) }),
  },
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(200, 1_300) }),
)

/**
 * Expects what the view showed of these states of the shop. The store is found once a second, so it may be of an earlier
 * state than its products beside it: whether it is open and each field of an object are looked for by themselves.
 */
function expectOneOf(states: readonly Shown[], view: View, seen: unknown): void {
  expect(states.map(({ open }) => open)).toContain(seen !== null)
  if (seen === null) return
  const expected = states.map((state) => view.expected(state))
  const fields = typeof seen === 'object' && !Array.isArray(seen) ? Object.entries(seen) : null
  if (!fields) expect(expected).toContainEqual(seen)
  for (const [name, value] of fields ?? []) {
    expect(expected.map((state) => (state as Record<string, unknown>)[name])).toContainEqual(value)
  }
}

/** A second, and what passes between two looks at the clock on a busy machine. */
const BOUND_MS = 1_250

it('whatever is written and read where, no answer is older than a second, and none than what its process has written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const scene = await openScene(shop)
      let shown = firstShown
      /** Earlier states, with the time at which the next one was there. */
      const past: { shown: Shown; until: number }[] = []
      const written: Record<Process, number> = { here: 0, there: 0 }
      for (const [at, step] of steps.entries()) {
        if (step.kind === 'wait') await time.pass(step.ms)
        else if (step.kind === 'write') {
          const before = shown
          shown = { ...shown, ...(await changes[step.name]?.(servicesOf(step.process), scene, shown, at + 1)) }
          past.push({ shown: before, until: performance.now() })
          written[step.process] = past.length
        } else {
          const view = views[step.view] ?? expect.fail()
          const oldest = performance.now() - BOUND_MS
          const seen = await look(step.process, scene, view)
          const allowed = past.filter(({ until }, index) => index >= written[step.process] && until >= oldest)
          expectOneOf([...allowed.map(({ shown }) => shown), shown], view, seen)
        }
      }
    }),
    { numRuns: cases(8, 300) },
  )
})
