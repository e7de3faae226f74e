import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Config } from '../config.ts'
import type { Services } from '../graphql/context.ts'
import { createReadCache } from '../platform/read-cache.ts'
import { asCommitted, openApiDocument, type ReferenceOptions } from './openapi.ts'
import type { Route } from './route.ts'

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 40"><text x="0" y="27" fill="#fff"
  font-family="system-ui, sans-serif" font-size="22">storefront-gateway</text></svg>`

/** Swagger UI's page has no viewport tag. */
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'

const EXAMPLE_CACHED_MS = 10_000

export interface Reference {
  routes: readonly Route[]
  schema: GraphQLSchema
  services: Pick<Services, 'db' | 'stores' | 'logger'>
  config: Pick<Config, 'defaultStore' | 'publicUrl'>
}

/** `/openapi.json` and `/docs`, with an existing store in their examples. */
export async function serveReference(
  app: FastifyInstance,
  { routes, schema, services, config }: Reference,
): Promise<void> {
  const documents = createReadCache({ maxAgeMs: EXAMPLE_CACHED_MS, maxSize: 1 }, async () =>
    openApiDocument(routes, schema, await exampleOf(services, config)),
  )
  const current = () => documents.find('')
  app.get('/openapi.json', current)
  // Ours is OpenAPI 3.1 as plain JSON, which the plugin's type does not know.
  await app.register(swagger, { mode: 'static', specification: { document: openApiDocument(routes, schema) as never } })
  await app.register(async (docs) => {
    const shown = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof current>>>()
    // For impossible file paths, versions of @fastify/static answer 400, 403 or 404.
    docs.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.statusCode === 400 || error.statusCode === 403) return reply.callNotFound()
      throw error
    })
    docs.addHook('onSend', async (_request, reply, payload) =>
      reply.getHeader('content-type')?.toString().startsWith('text/html') && typeof payload === 'string'
        ? payload.replace('<head>', `<head>${viewport}`)
        : payload,
    )
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      // Swagger UI sets inline styles; scripts come only from this server.
      staticCSP:
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
      logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/' },
      theme: { title: 'Storefront API' },
      uiHooks: { preHandler: async (request) => void shown.set(request, await current()) },
      transformSpecification: (document, request) => shown.get(request) ?? document,
    })
  })
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
