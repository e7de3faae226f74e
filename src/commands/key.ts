import { Command } from 'commander'
import { isKeyScope, isUnlimited, keyScopes } from '../api/admission/key-scopes.ts'
import { waysToData } from '../platform/database/db.ts'
import { terminal } from './terminal.ts'

export const keyCommand = (): Command =>
  new Command('key')
    .description("create, list or revoke keys for a store's owner API")
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .argument('[command]')
    .usage('create|list|revoke ...')
    .action((unknown: string | undefined, _, key: Command) => {
      key.error(`${unknown === undefined ? 'no command' : `unknown command '${unknown}'`}: use create, list or revoke`)
    })

const createCommand = (): Command =>
  new Command('create')
    .description('create a key and print it; only its hash is stored')
    .argument('<subdomain>')
    .option('--name <name>', 'what the key is for', 'command line')
    .option(
      '--scopes <list>',
      `what the key may do, separated by commas: ${keyScopes.join(', ')} (default: everything)`,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  KEY=$(storefront key create demo --name "till in the shop")\n  storefront key create demo --name Packing --scopes orders',
    )
    .action(async (subdomain: string, { name, scopes: list }: { name: string; scopes?: string }, command: Command) => {
      const scopes = list?.split(',').map((scope) => scope.trim()) ?? null
      const unknown = scopes?.find((scope) => !isKeyScope(scope))
      if (unknown !== undefined) command.error(`unknown scope '${unknown}': use ${keyScopes.join(', ')}`)
      const { createOwnerKey } = await import('../commerce/owners/owner-key.ts')
      const { key } = await withStore(subdomain, (services, storeId) =>
        createOwnerKey(services, storeId, name, scopes?.filter(isKeyScope) ?? null),
      )
      terminal().print(`${key}\n`)
    })

const listCommand = (): Command =>
  new Command('list')
    .description('list the keys, tab-separated: id, name, created, last used, revoked, scopes')
    .argument('<subdomain>')
    .addHelpText('after', '\nExample:\n  storefront key list demo')
    .action(async (subdomain: string) => {
      const { listOwnerKeys } = await import('../commerce/owners/owner-key.ts')
      const keys = await withStore(subdomain, listOwnerKeys)
      for (const key of keys) {
        const { id, name, createdAt, lastUsedAt, revokedAt, scopes } = key
        const moments = [createdAt, lastUsedAt, revokedAt].map((moment) => moment?.toISOString() ?? '-')
        const allowed = isUnlimited(key) ? 'all' : scopes.join(',') || 'none'
        terminal().print(`${[id, name.replace(/\s+/g, ' '), ...moments, allowed].join('\t')}\n`)
      }
    })

const revokeCommand = (): Command =>
  new Command('revoke')
    .description('revoke a key immediately')
    .argument('<subdomain>')
    .argument('<id>', 'the id shown by "storefront key list"')
    .addHelpText('after', '\nExample:\n  storefront key revoke demo 0198c1f2-7a3e-7b1c-9d4e-2f6a8b0c1d3e')
    .action(async (subdomain: string, id: string) => {
      const [{ revokeOwnerKey }, { Problem }, { CommandError }] = await Promise.all([
        import('../commerce/owners/owner-key.ts'),
        import('../platform/problem.ts'),
        import('./failure.ts'),
      ])
      await withStore(subdomain, (services, storeId) => revokeOwnerKey(services, storeId, id)).catch(
        (error: unknown) => {
          if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error
          throw new CommandError(`${subdomain} has no key ${id}. "storefront key list ${subdomain}" lists its keys.`)
        },
      )
    })

type KeyServices = Parameters<typeof import('../commerce/owners/owner-key.ts').createOwnerKey>[0]

async function withStore<Result>(
  subdomain: string,
  use: (services: KeyServices, storeId: string) => Promise<Result>,
): Promise<Result> {
  const { withCurrentDatabase, getStore } = await import('./open-for-command.ts')
  return withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    return use({ ...waysToData(database), clock: () => new Date() }, store.id)
  })
}
