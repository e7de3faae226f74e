import { escapeHtml } from '../../../platform/text/text.ts'
import { EXAMPLE_ADDRESS } from '../site.ts'
import { codeBlock } from './markdown.ts'
import { groups, type Page } from './page.ts'

const FIRST_REQUESTS = `# A store, and what it sells.
curl -s ${EXAMPLE_ADDRESS}/api/sites/demo/store
curl -s "${EXAMPLE_ADDRESS}/api/sites/demo/products?q=darjeling+tea&first=3"

# The same over GraphQL.
curl -s ${EXAMPLE_ADDRESS}/graphql --json '{"query": "{ products(first: 3) { nodes { name price } } }"}'`

const ways = (graphql: boolean): [path: string, title: string, what: string][] => [
  ['storefront', 'Build a storefront', 'From an empty folder to a paid order, step by step.'],
  ['rest', 'REST reference', 'Every operation with its fields, and a form that sends it.'],
  ...(graphql
    ? ([
        ['graphql/storefront', 'GraphQL reference', 'Every field of the storefront’s schema.'],
        ['graphql/owner', 'Owner’s GraphQL', 'Every field of the API that manages a store.'],
      ] as [string, string, string][])
    : ([['owner-api', 'The owner’s API', 'Settings, products, orders, webhooks.']] as [string, string, string][])),
]

export function firstPage(pages: readonly Page[], graphql: boolean): Page {
  const summary = 'Guides and reference of the API for online stores: REST, GraphQL, and the owner’s API.'
  const cards = ways(graphql).map(
    ([path, title, what]) =>
      `<li><a href="docs:${path}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(what)}</span></a></li>`,
  )
  const lists = groups
    .filter((group) => !/REST|GraphQL/.test(group))
    .map((group) => {
      const items = pages
        .filter((page) => page.group === group)
        .map(
          ({ path, title, summary }) =>
            `<li><a href="docs:${path}">${escapeHtml(title)}</a><span>${escapeHtml(summary)}</span></li>`,
        )
      return `<section><h2>${escapeHtml(group)}</h2><ul>${items.join('\n')}</ul></section>`
    })
  return {
    path: '',
    title: 'Documentation',
    summary,
    group: 'Storefronts',
    body: `<div class="welcome"><h1>One API for everything a shop does</h1>
<p class="lead">Catalogue and search, carts and checkout, payments and refunds, accounts, reviews, points and chat: over REST and GraphQL, with the same rules.</p>
</div>
<ul class="ways">${cards.join('\n')}</ul>
${codeBlock(FIRST_REQUESTS, 'bash')}
<div class="all-guides">${lists.join('\n')}</div>`,
    sections: [],
  }
}
