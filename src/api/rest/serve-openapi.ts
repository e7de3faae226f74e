import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { createReadCache } from '../../platform/read-cache.ts'
import type { Config } from '../../process/config.ts'
import type { Services } from '../context.ts'
import { asCommitted, openApiDocument, type ReferenceOptions } from './openapi.ts'
import type { Route } from './route.ts'

const EXAMPLE_CACHED_MS = 10_000

export interface Reference {
  routes: readonly Route[]
  schema: GraphQLSchema
  services: Pick<Services, 'db' | 'stores' | 'logger'>
  config: Pick<Config, 'defaultStore' | 'publicUrl'>
}

/** `/openapi.json`, with an existing store in its examples. */
export function serveOpenApi(app: FastifyInstance, { routes, schema, services, config }: Reference): void {
  const documents = createReadCache({ maxAgeMs: EXAMPLE_CACHED_MS, maxSize: 1 }, async () =>
    openApiDocument(routes, schema, await exampleOf(services, config)),
  )
  app.get('/openapi.json', () => documents.find(''))
}

/** The store that `/graphql` serves, and its first product. */
async function exampleOf(
  { db: { prisma }, stores, logger }: Reference['services'],
  { defaultStore, publicUrl }: Reference['config'],
): Promise<ReferenceOptions> {
  const options = { ...asCommitted, ...(publicUrl && { server: publicUrl }) }
  if (!defaultStore) return options
  try {
    const store = await stores.find(defaultStore)
    if (!store) return options
    const where = { storeId: store.id, active: true }
    const orderBy = [{ displayOrder: 'asc' }, { createdAt: 'desc' }, { id: 'desc' }] as const
    const product = await prisma.product.findFirst({ where, orderBy: [...orderBy], select: { id: true } })
    return { ...options, store: store.subdomain, ...(product && { productId: product.id }) }
  } catch (error) {
    // The reference is also useful while the database is away.
    logger.warn({ err: error }, 'The API reference uses an example store that does not exist here')
    return options
  }
}
