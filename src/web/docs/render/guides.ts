import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { packageRoot } from '../../../platform/package.ts'
import { EXAMPLE_ADDRESS } from '../site.ts'
import { renderMarkdown } from './markdown.ts'
import type { Group, Page } from './page.ts'

interface Guide {
  source: string
  path: string
  group: Group
  title: string
  summary: string
}

const guide = (group: Group, source: string, path: string, title: string, summary: string): Guide => ({
  ...{ group, source, path, title, summary },
})

const guides: Guide[] = [
  guide(
    'Storefronts',
    'docs/storefront.md',
    'storefront',
    'Building a storefront',
    'From an empty folder to a paid order, over REST and over GraphQL.',
  ),
  guide(
    'Storefronts',
    'docs/nextjs.md',
    'nextjs',
    'A storefront with Next.js',
    'Rendered on the server: cookies, the shopper’s address, caching, pictures.',
  ),
  guide(
    'Storefronts',
    'docs/shop.md',
    'shop',
    'The shop in the browser',
    'The shop that comes with each store, and how its pages are made.',
  ),
  guide(
    'Storefronts',
    'clients/typescript/README.md',
    'client',
    'TypeScript client',
    'A typed client with retries, tokens and carts.',
  ),
  guide('Storefronts', 'docs/payments.md', 'payments', 'Payments', 'A real provider, from test keys to going live.'),
  guide(
    'Storefronts',
    'docs/payments-on-delivery.md',
    'payments-on-delivery',
    'Paying on delivery, and by hand',
    'Orders that are paid without a provider.',
  ),
  guide(
    'Storefronts',
    'docs/delivery.md',
    'delivery',
    'Delivery',
    'Zones, delivery methods, fees and payment methods.',
  ),
  guide('Storefronts', 'docs/errors.md', 'errors', 'Errors', 'Every code: its status, its meaning, what to do.'),
  guide('Storefronts', 'docs/limits.md', 'limits', 'Limits', 'Rate limits, sizes and durations.'),
  guide('Storefronts', 'docs/http.md', 'http', 'HTTP', 'Paths, headers, and how fresh answers are.'),
  guide('Owners', 'docs/console.md', 'console', 'The console', 'Running a store in the browser.'),
  guide(
    'Owners',
    'docs/owner-api.md',
    'owner-api',
    'The owner’s API',
    'Settings, products, orders, CSV files, mails, webhooks.',
  ),
  guide(
    'Owners',
    'docs/privacy.md',
    'privacy',
    'Privacy',
    'What is stored of people, for how long; export and erasure.',
  ),
  guide(
    'Operators',
    'docs/deploying.md',
    'deploying',
    'Deploying',
    'With Docker and without, and what to check before going live.',
  ),
  guide('Operators', 'docs/configuration.md', 'configuration', 'Configuration', 'Every environment variable.'),
  guide('Operators', 'docs/command-line.md', 'command-line', 'Command line', 'The storefront command, and bundles.'),
  guide(
    'Operators',
    'docs/operations/README.md',
    'operations',
    'Operating the service',
    'Metrics, alerts, traces, a dashboard.',
  ),
  guide(
    'Operators',
    'docs/operations/backup.md',
    'operations/backup',
    'Backup and restore',
    'Of the embedded database and of a server.',
  ),
  guide(
    'Operators',
    'docs/operations/rolling-restarts.md',
    'operations/rolling-restarts',
    'Rolling restarts',
    'Restarting without a failed request.',
  ),
  guide(
    'Operators',
    'docs/operations/linux.md',
    'operations/linux',
    'On a Linux server',
    'systemd, and nginx or Caddy in front, without Docker.',
  ),
  guide(
    'Operators',
    'docs/operations/upgrading.md',
    'operations/upgrading',
    'Upgrading',
    'To a new version, and back.',
  ),
  guide('Operators', 'docs/operations/faults.md', 'operations/faults', 'Faults', 'What happens when something fails.'),
  guide('Operators', 'docs/scaling.md', 'scaling', 'Scaling', 'How far one process and one database go.'),
  guide('Operators', 'docs/citus.md', 'citus', 'Citus', 'Stores spread over several database servers.'),
  guide('Operators', 'SECURITY.md', 'security', 'Security', 'Threats and defences; how to report a vulnerability.'),
  guide('Project', 'docs/glossary.md', 'glossary', 'Glossary', 'The words of this service.'),
  guide('Project', 'docs/versions.md', 'versions', 'Versions', 'What is stable, and how a field is deprecated.'),
  guide('Project', 'CHANGELOG.md', 'changelog', 'Changelog', 'What has changed.'),
]

/** Where files lead that are no guides. */
const elsewhere: Record<string, string> = {
  'README.md': 'docs:',
  'schema/openapi.json': 'gateway:openapi.json',
}

const ofSchemas: Record<string, string> = {
  schema: 'docs:graphql/storefront',
  'schema/storefront.graphql': 'docs:graphql/storefront',
  'schema/owner.graphql': 'docs:graphql/owner',
}

/** @param graphql whether there are pages of the schemas to lead to */
export async function guidePages({ graphql }: { graphql: boolean }): Promise<Page[]> {
  const bySource = new Map(guides.map(({ source, path }) => [source, `docs:${path}`]))
  const targets = new Map([...bySource, ...Object.entries({ ...elsewhere, ...(graphql && ofSchemas) })])
  return Promise.all(
    guides.map(async ({ source, path, group, title, summary }) => {
      const markdown = await readFile(join(packageRoot, source), 'utf8')
      const { html, sections } = renderMarkdown(markdown, {
        title,
        resolve: (link) => resolved(source, link, targets),
        nameOf: (target) => guides.find(({ path }) => target === `docs:${path}`)?.title ?? null,
      })
      return { path, group, title, summary, body: html, sections }
    }),
  )
}

/** How documents name pages of this site that are no files of the repository. */
const OWN_PAGES = `${EXAMPLE_ADDRESS}/docs/`

/** @returns null for what this site does not show, such as decisions and sources */
function resolved(source: string, link: string, targets: ReadonlyMap<string, string>): string | null {
  if (link.startsWith(OWN_PAGES)) return link.replace(OWN_PAGES, 'docs:')
  if (/^(https?|mailto):/.test(link)) return link
  const [path = '', anchor] = link.split('#')
  if (path === '') return link
  const file = normalize(join(dirname(source), path))
  const target = targets.get(file) ?? null
  // The first page has none of the README's sections.
  return target === null || anchor === undefined || file === 'README.md' ? target : `${target}#${anchor}`
}
