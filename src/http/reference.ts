import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../rest/openapi.ts'
import type { Route } from '../rest/route.ts'

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 40"><text x="0" y="27" fill="#fff"
  font-family="system-ui, sans-serif" font-size="22">storefront-gateway</text></svg>`

/** `/openapi.json`, and `/docs` that renders it with assets of its own. */
export async function serveReference(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  const document = openApiDocument(routes)
  app.get('/openapi.json', async () => document)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Swagger UI writes style attributes; scripts come from here alone.
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/' },
    theme: { title: 'Storefront API' },
  })
}
