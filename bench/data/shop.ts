import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../machine/run-command.ts'
import { LAUNCHER, serviceEnvironment } from '../servers/service-environment.ts'
import { withClient } from './databases.ts'

export const SUBDOMAIN = 'bench'
/** Another store on the same server, whose owner keeps it busy. */
export const BUSY_SUBDOMAIN = 'busy'
export const PHONE = '9876543210'
export const PASSWORD = 'a-benchmark-password'
export const DISCOUNT_CODE = 'EVERYONE'

/** What requests name: the same in every database that is a copy of the one it was made in. */
export interface Shop {
  storeId: string
  busyStoreId: string
  customerId: string
  ownerKey: string
  busyOwnerKey: string
}

const bundle = (subdomain: string) => ({
  format: 'storefront-bundle/1',
  store: {
    subdomain,
    businessName: 'Bench Tea House',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    tax: { rate: 18, inclusive: false },
    shipping: { fee: 50, freeFrom: 999 },
    payments: { provider: 'sandbox' },
  },
  products: [],
  discounts: [{ code: DISCOUNT_CODE, type: 'percent', value: 10 }],
  customers: [{ name: 'Asha Rao', phone: PHONE, password: PASSWORD, email: 'asha@example.com' }],
  reviews: [],
})

/** Migrates an empty database and makes the two stores, an owner's key for each, and a customer; no product yet. */
export async function openShop(databaseUrl: string): Promise<Shop> {
  await importStores(databaseUrl, [SUBDOMAIN, BUSY_SUBDOMAIN])
  const keys = [SUBDOMAIN, BUSY_SUBDOMAIN].map((subdomain) => runStorefront(databaseUrl, 'key', 'create', subdomain))
  const [ownerKey = '', busyOwnerKey = ''] = (await Promise.all(keys)).map((printed) => printed.trim())
  return { ...(await findIds(databaseUrl)), ownerKey, busyOwnerKey }
}

const runStorefront = (databaseUrl: string, ...args: string[]) =>
  runCommand(process.execPath, [LAUNCHER, ...args], { env: serviceEnvironment({ databaseUrl }) })

async function importStores(databaseUrl: string, subdomains: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-bench-'))
  try {
    const files = subdomains.map((subdomain) => ({ path: join(folder, `${subdomain}.json`), subdomain }))
    for (const { path, subdomain } of files) await writeFile(path, JSON.stringify(bundle(subdomain)))
    await runStorefront(databaseUrl, 'import', ...files.map(({ path }) => path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const findIds = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Pick<Shop, 'storeId' | 'busyStoreId' | 'customerId'>>(
      `SELECT store.id AS "storeId", busy.id AS "busyStoreId", customer.id AS "customerId"
       FROM stores store, stores busy, customers customer
       WHERE store.subdomain = $1 AND busy.subdomain = $2 AND customer.store_id = store.id`,
      [SUBDOMAIN, BUSY_SUBDOMAIN],
    )
    if (!rows[0]) throw new Error('The import has made no store')
    return rows[0]
  })
