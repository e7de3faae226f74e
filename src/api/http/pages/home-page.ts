import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../../platform/text/text.ts'
import type { Config } from '../../../process/config.ts'
import { ERRORS_PATH } from '../refusal.ts'
import { pageKind, sendPage } from './page.ts'

const page = pageKind({
  pictures: true,
  style: `
  main { max-width: 38rem }
  p { margin: .3rem 0 0; color: var(--quiet) }
  ul { margin: 1.5rem 0 0; padding: 0; list-style: none }
  li { padding: .7rem 0; border-top: 1px solid var(--line) }
  li a { font-weight: 600 }
  img { display: block; width: 100%; height: 8rem; margin-top: 1rem; border-radius: .75rem; object-fit: cover; object-position: 50% 96% }
  li span { display: block; color: var(--quiet) }
`,
})

const DEMO_SHOP = '/shop/demo'

interface Shown extends Pick<Config, 'defaultStore' | 'graphiql'>, Partial<Pick<Config, 'shop' | 'console'>> {
  showsMails: boolean
}

export function homePage(app: FastifyInstance, shown: Shown): void {
  const home = render(links(shown))
  app.get('/', async (_request, reply) => sendPage(reply, home))
}

function links({
  defaultStore: store,
  graphiql,
  shop,
  console,
  showsMails,
}: Shown): { href: string; name: string; what: string }[] {
  return [
    ...(shop && store
      ? [{ href: `/shop/${store}`, name: 'The shop', what: `the store “${store}” as its customers see it` }]
      : []),
    ...(console ? [{ href: '/console', name: 'Console', what: 'where owners run their stores, with a key' }] : []),
    { href: '/docs', name: 'Documentation', what: 'guides, and every operation to read and to try' },
    { href: '/openapi.json', name: 'OpenAPI', what: 'the REST API for programs' },
    ...(graphiql && store
      ? [{ href: '/graphql', name: 'GraphiQL', what: `the GraphQL API of the store “${store}”` }]
      : []),
    ...(graphiql && store
      ? [
          {
            href: `/api/sites/${store}/owner/graphql`,
            name: 'GraphiQL of the owner',
            what: `settings, orders and people of the store “${store}”, for its owner key`,
          },
        ]
      : []),
    ...(store
      ? [{ href: `/api/sites/${store}/products`, name: 'Products', what: `what the store “${store}” sells, as JSON` }]
      : []),
    ...(showsMails && store
      ? [{ href: '/sandbox/mails', name: 'Mails', what: `what the store “${store}” would have mailed` }]
      : []),
    { href: ERRORS_PATH, name: 'Errors', what: 'what the codes of errors mean' },
    { href: '/readyz', name: 'Health', what: 'whether the service is ready' },
  ]
}

/** The demo store's own. */
const picture = (href: string): string =>
  `<a href="${escapeHtml(href)}"><img src="/pictures/hero.svg" alt="The demo store’s shop" width="1200" height="900"></a>`

const render = (items: { href: string; name: string; what: string }[]) =>
  page({
    title: 'storefront-gateway',
    body: `<main>
<h1>storefront-gateway</h1>
<p>The public API of online stores, over REST and GraphQL.</p>
${items.some(({ href }) => href === DEMO_SHOP) ? picture(DEMO_SHOP) : ''}<ul>
${items.map(({ href, name, what }) => `<li><a href="${escapeHtml(href)}">${name}</a><span>${escapeHtml(what)}</span></li>`).join('\n')}
</ul>
</main>`,
  })
