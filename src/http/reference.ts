import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../rest/openapi.ts'
import type { Route } from '../rest/route.ts'

/** `/openapi.json`, and `/docs` that renders it with assets of its own. */
export async function serveReference(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  const document = openApiDocument(routes)
  app.get('/openapi.json', async () => document)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, theme: { title: 'Storefront API' } })
}
