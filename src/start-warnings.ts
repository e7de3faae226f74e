import type { Config } from './config.ts'
import type { Services } from './gateway/context.ts'
import { countUnreadableSecrets } from './stores/unreadable-secrets.ts'

type Asked = Pick<Services, 'prisma' | 'seal' | 'stores'>

/** How long the result is kept, however often `/readyz` is asked. */
const KEPT_MS = 30_000

/**
 * Makes a function that finds mismatches between the configuration and the database. The service runs with them, but
 * not as intended. Each is one sentence that says how to mend it.
 */
export function createWarnings(services: Asked, config: Pick<Config, 'defaultStore'>): () => Promise<string[]> {
  let found: Promise<string[]> | undefined
  let foundAt = 0
  return () => {
    const now = performance.now()
    if (found && now - foundAt < KEPT_MS) return found
    foundAt = now
    const finding = findWarnings(services, config)
    found = finding
    finding.catch(() => {
      if (found === finding) found = undefined
    })
    return finding
  }
}

async function findWarnings(services: Asked, { defaultStore }: Pick<Config, 'defaultStore'>): Promise<string[]> {
  const { sealed, unreadable } = await countUnreadableSecrets(services)
  const isThere = defaultStore === null || (await services.stores.find(defaultStore)) !== null
  return [
    ...(unreadable > 0 ? [secretsWarning(sealed, unreadable)] : []),
    ...(isThere ? [] : [storeWarning(defaultStore)]),
  ]
}

const secretsWarning = (sealed: number, unreadable: number): string =>
  `SECRETS ${unreadable === sealed ? `opens none of the ${sealed}` : `does not open ${unreadable} of the ${sealed}`} sealed secrets in the database (payment accounts, webhooks), which count as not configured: add the secret that sealed them to SECRETS, or have the owners enter theirs anew.`

const storeWarning = (subdomain: string): string =>
  `DEFAULT_STORE is ${subdomain}, and there is no such store: /graphql answers "Site not found" to who names none. Import the store, or set DEFAULT_STORE to one that is there.`
