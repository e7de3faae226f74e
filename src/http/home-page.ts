import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const style = `
  :root { color-scheme: light dark; font: 1.05rem/1.6 system-ui, sans-serif }
  body { max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem }
  h1 { font-size: 1.6rem; margin-bottom: 0 }
  p { margin-top: .3rem }
  li { margin: .5rem 0 }
  code { font-size: .95em }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** `/`: what runs here, with links to the rest. */
export function homePage(
  app: FastifyInstance,
  { defaultStore, graphiql }: Pick<Config, 'defaultStore' | 'graphiql'>,
): void {
  const html = render(links(defaultStore, graphiql))
  app.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .send(html),
  )
}

function links(store: string | null, graphiql: boolean): { href: string; name: string; what: string }[] {
  return [
    { href: '/docs', name: 'API reference', what: 'every REST path, to read and to try' },
    { href: '/openapi.json', name: 'OpenAPI', what: 'the same for programs' },
    ...(graphiql && store
      ? [{ href: '/graphql', name: 'GraphiQL', what: `the GraphQL API of the store “${store}”` }]
      : []),
    ...(store
      ? [{ href: `/api/sites/${store}/products`, name: 'Products', what: `what the store “${store}” sells, as JSON` }]
      : []),
    { href: '/readyz', name: 'Health', what: 'whether the service is ready' },
  ]
}

const render = (items: { href: string; name: string; what: string }[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>storefront-gateway</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>storefront-gateway</h1>
<p>The public API of online stores, over REST and GraphQL.</p>
<ul>
${items.map(({ href, name, what }) => `<li><a href="${href}">${name}</a>: ${what}</li>`).join('\n')}
</ul>
</main>
</body>
</html>
`
