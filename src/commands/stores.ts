import { Command } from 'commander'
import { terminal } from './terminal.ts'

export const storesCommand = (): Command =>
  new Command('stores')
    .description('list the stores, tab-separated: subdomain, name, currency, active or inactive')
    .addHelpText('after', '\nExample:\n  storefront stores | cut -f 1')
    .action(async () => {
      const { withCurrentDatabase } = await import('./open-for-command.ts')
      const stores = await withCurrentDatabase(({ prisma }) => prisma.store.findMany({ orderBy: { subdomain: 'asc' } }))
      for (const { subdomain, businessName, currency, active } of stores) {
        const fields = [subdomain, businessName.replace(/\s+/g, ' '), currency, active ? 'active' : 'inactive']
        terminal().print(`${fields.join('\t')}\n`)
      }
    })
