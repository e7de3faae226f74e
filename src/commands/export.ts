import { Command } from 'commander'
import { terminal } from './terminal.ts'

export const exportCommand = (): Command =>
  new Command('export')
    .description('print a store as a bundle, without its secrets')
    .argument('<subdomain>')
    .addHelpText(
      'after',
      `
Passwords and provider secrets are left out. To import the bundle where the store does not exist yet, add them:
a password for each customer, the access password, the payment provider's secret.

Example:
  storefront export demo > demo.json`,
    )
    .action(async (subdomain: string) => {
      const [{ withCurrentDatabase, getStore }, { exportBundle }] = await Promise.all([
        import('./open-for-command.ts'),
        import('../commerce/bundle/export-bundle.ts'),
      ])
      await withCurrentDatabase(async (database, config) => {
        const store = await getStore(database, config, subdomain)
        const bundle = await exportBundle(database.prisma, store.subdomain, config.publicUrl ?? '')
        terminal().print(`${JSON.stringify(bundle, null, 2)}\n`)
      })
    })
