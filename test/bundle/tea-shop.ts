import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundleJson } from '../../src/commerce/bundle/bundle-format.ts'
import { type ImportSummary, importBundle } from '../../src/commerce/bundle/import-bundle.ts'
import { BundleError, checkBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { createStoreDirectory } from '../../src/commerce/stores/store-directory.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { waysToData } from '../../src/platform/database/db.ts'
import { packageRoot } from '../../src/platform/package.ts'
import { createPasswords } from '../../src/platform/passwords.ts'
import { createSeal } from '../../src/platform/secrets/sealed-secrets.ts'
import { openTestDatabase, type TestDatabaseOptions } from '../support/test-database.ts'

export const readExample = (name: string): string => readFileSync(join(packageRoot, 'examples', name), 'utf8')

/** A small store with one of everything. */
export const teaShop = (subdomain = 'tea') =>
  ({
    format: 'storefront-bundle/1',
    store: { subdomain, businessName: 'Tea Shop', currency: 'INR' },
    products: [
      {
        ...{ slug: 'assam', name: 'Assam', price: 499, salePrice: 399.5, stock: 25 },
        variants: [{ options: { size: '250g' }, price: 499, stock: 10 }],
      },
    ],
    discounts: [{ code: 'WELCOME10', type: 'percent', value: 10 }],
    customers: [{ name: 'Asha', phone: '9876543210', password: 'secret1', loyaltyPoints: 100 }],
    reviews: [
      { product: 'assam', name: 'Ravi', rating: 5, title: 'Malty', body: 'Strong and bright.', approved: true },
    ],
  }) satisfies BundleJson

export interface Importer {
  database: Database
  seal: ReturnType<typeof createSeal>
  passwords: ReturnType<typeof createPasswords>
  /** Imports what stands in a file, as the command line does. */
  load(json: unknown): Promise<ImportSummary>
  getStore(subdomain?: string): Promise<Store>
  close(): Promise<void>
}

export async function openImporter(options: TestDatabaseOptions = {}): Promise<Importer> {
  const database = await openTestDatabase(options)
  const passwords = createPasswords({ cost: 4, threads: 1 })
  const seal = createSeal([randomBytes(32).toString('hex')])
  const stores = createStoreDirectory(database.prisma)
  const services = { ...waysToData(database), passwords, seal, stores, clock: () => new Date() }
  return {
    database,
    seal,
    passwords,
    load: async (json) => importBundle(services, checkBundle(json)),
    getStore: (subdomain = 'tea') => database.prisma.store.findUniqueOrThrow({ where: { subdomain } }),
    close: async () => {
      await passwords.close()
      await database.close()
    },
  }
}

/** The mistakes that were reported, a line each. */
export async function mistakesOf(attempt: () => unknown): Promise<string[]> {
  try {
    await attempt()
  } catch (error) {
    if (error instanceof BundleError) return error.message.split('\n')
    throw error
  }
  return []
}
