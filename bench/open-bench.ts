import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Databases, openDatabases, withClient } from './data/databases.ts'
import { addOrders, addProducts, addReviews, addWishes, settle } from './data/fill.ts'
import { addSearchRows } from './data/fill-search.ts'
import { openShop, PASSWORD, PHONE, type Shop, SUBDOMAIN } from './data/shop.ts'
import { runClient } from './load/client.ts'
import type { Load, Loaded } from './load/load.ts'
import { runWrk } from './load/wrk.ts'
import { hasCommand } from './machine/processor.ts'
import { type Server, stopServers } from './servers/server.ts'
import type { Settings } from './servers/service-environment.ts'
import { openStatementCounter, type StatementCounter } from './servers/statement-counter.ts'
import { startStorefront } from './servers/storefront.ts'

export interface Options {
  rounds: number
  /** Of each round. */
  seconds: number
  connections: number
  /** Whether everything is tiny, only to show that it works. */
  smoke: boolean
}

export interface Bench {
  options: Options
  databases: Databases
  /** With the stores and their owners' keys, and nothing else; to be copied. */
  templateUrl: string
  /** With 100 products and what belongs to them: what most scenarios are served from. */
  databaseUrl: string
  shop: Shop & { token: string }
  /** A new DATA_DIR, which is gone when the bench is closed, also after a failure or a signal. */
  dataDir(): Promise<string>
  load(load: Load): Promise<Loaded>
  /** The service over that database, started for the caller, who stops it; in a smoke test one for all who want the same. */
  serve(settings?: Settings): Promise<Server>
  /** The service by way of a statement counter. Caches are as in the scenario that asks. */
  counted(caches: 'on' | 'off'): Promise<{ server: Server; counter: StatementCounter }>
  close(): Promise<void>
}

export const PRODUCTS = 100
const REVIEWS_EACH = 20
const ORDERS_OF_CUSTOMER = 20
const WISHES = 20
/** What an export of the busy store has to read. */
const ORDERS_OF_BUSY_STORE = { smoke: 200, full: 20_000 }

/** Between the requests of a smoke test, which need not be many. */
const SMOKE_PAUSE_MS = 20

const hasWrk = hasCommand('wrk')
export const loadClient = hasWrk ? 'wrk' : 'autocannon'

export async function openBench(options: Options, postgresUrl: string, redisUrl: string): Promise<Bench> {
  const databases = await openDatabases(postgresUrl, redisUrl)
  const counters: StatementCounter[] = []
  const dataDirs: string[] = []
  async function close() {
    await stopServers()
    for (const counter of counters) await counter.close()
    await databases.close()
    // What fills them may not have ended yet after a signal.
    for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const templateUrl = await databases.create()
    const shop = await openShop(templateUrl)
    const databaseUrl = await databases.create(templateUrl)
    await fillShop(databaseUrl, shop, options)

    async function openCounted(caches: 'on' | 'off') {
      const counter = await openStatementCounter(databaseUrl)
      counters.push(counter)
      const server = await startStorefront({ databaseUrl: counter.url, caches, place: 'client' })
      return { server, counter }
    }
    const counted: Partial<Record<'on' | 'off', ReturnType<typeof openCounted>>> = {}
    const countedWith = (caches: 'on' | 'off') => {
      counted[caches] ??= openCounted(caches)
      return counted[caches]
    }
    const { server } = await countedWith('on')
    const withRedis = (settings: Settings) =>
      startStorefront({ databaseUrl, redisUrl: databases.redisUrl, ...settings })
    let sharedWithRedis: Promise<Server> | undefined
    async function sharedServer(settings: Settings): Promise<Server> {
      if (settings.limits !== 'redis') return unstopped((await countedWith(settings.caches ?? 'on')).server)
      sharedWithRedis ??= withRedis(settings)
      return unstopped(await sharedWithRedis)
    }
    return {
      options,
      databases,
      templateUrl,
      databaseUrl,
      shop: { ...shop, token: await logIn(server.url) },
      async dataDir() {
        const dataDir = await mkdtemp(join(tmpdir(), 'storefront-bench-data-'))
        dataDirs.push(dataDir)
        return dataDir
      },
      load: (load) => (hasWrk ? runWrk(load, options.smoke ? SMOKE_PAUSE_MS : 0) : runWithoutWrk(load)),
      serve: (settings = {}) => (options.smoke ? sharedServer(settings) : withRedis(settings)),
      counted: countedWith,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const unstopped = (server: Server): Server => ({ ...server, stop: async () => {} })

const runWithoutWrk = ({ requests, ...load }: Load) => runClient({ ...load, work: { kind: 'requests', requests } })

const fillShop = (databaseUrl: string, { storeId, busyStoreId, customerId }: Shop, { smoke }: Options) =>
  withClient(databaseUrl, async (client) => {
    await addProducts(client, storeId, PRODUCTS)
    await addReviews(client, storeId, PRODUCTS, REVIEWS_EACH)
    await addOrders(client, storeId, { count: ORDERS_OF_CUSTOMER, itemsEach: 3, customerId })
    await addWishes(client, storeId, customerId, WISHES)
    await addProducts(client, busyStoreId, PRODUCTS)
    await addOrders(client, busyStoreId, { count: ORDERS_OF_BUSY_STORE[smoke ? 'smoke' : 'full'], itemsEach: 1 })
    await addSearchRows(client)
    await settle(client)
  })

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/sites/${SUBDOMAIN}/customer/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: PHONE, password: PASSWORD }),
  })
  const { token } = (await answer.json()) as { token?: string } // the specification's shape
  if (!token) throw new Error(`The benchmark's customer cannot log in: ${answer.status}`)
  return token
}
