import { Command } from 'commander'
import { terminal } from './terminal.ts'

export const storeCommand = (): Command =>
  new Command('store')
    .description('open, close, suspend, resume or delete a store')
    .addCommand(openCommand())
    .addCommand(closeCommand())
    .addCommand(suspendCommand())
    .addCommand(resumeCommand())
    .addCommand(deleteCommand())
    .argument('[command]')
    .usage('open|close|suspend|resume|delete ...')
    .action((unknown: string | undefined, _, store: Command) => {
      const wrong = unknown === undefined ? 'no command' : `unknown command '${unknown}'`
      store.error(`${wrong}: use open, close, suspend, resume or delete`)
    })

const openCommand = (): Command =>
  new Command('open')
    .description('open a store to shoppers, and print what it still lacks')
    .argument('<subdomain>')
    .addHelpText(
      'after',
      `
Without a name, a published page with its terms, and a way to be reached, the store stays closed.

Example:
  storefront store open tea-house`,
    )
    .action(async (subdomain: string) => {
      const { openBySubdomain } = await import('./open-store.ts')
      const missing = await openBySubdomain(subdomain)
      for (const { message } of missing) terminal().complain(`${message}\n`)
      terminal().print(`Opened ${subdomain}.\n`)
    })

const closeCommand = (): Command =>
  new Command('close')
    .description('close a store to shoppers; what they have ordered goes on')
    .argument('<subdomain>')
    .addHelpText('after', '\nExample:\n  storefront store close tea-house')
    .action(async (subdomain: string) => {
      const { closeBySubdomain } = await import('./open-store.ts')
      await closeBySubdomain(subdomain)
      terminal().print(`Closed ${subdomain}.\n`)
    })

const suspendCommand = (): Command =>
  new Command('suspend')
    .description('keep a store from shoppers, whatever its owner sets')
    .argument('<subdomain>')
    .addHelpText(
      'after',
      `
Shoppers find it as they find an inactive store. Its people go on in the console, and payments, refunds and webhooks for
what was bought go on.

Example:
  storefront store suspend demo`,
    )
    .action(async (subdomain: string) => {
      const { suspendBySubdomain } = await import('./suspend-store.ts')
      terminal().print(`${await suspendBySubdomain(subdomain, true)}\n`)
    })

const resumeCommand = (): Command =>
  new Command('resume')
    .description('let shoppers into a store that was suspended, if its owner has it switched on')
    .argument('<subdomain>')
    .addHelpText('after', '\nExample:\n  storefront store resume demo')
    .action(async (subdomain: string) => {
      const { suspendBySubdomain } = await import('./suspend-store.ts')
      terminal().print(`${await suspendBySubdomain(subdomain, false)}\n`)
    })

const deleteCommand = (): Command =>
  new Command('delete')
    .description('permanently delete a store with all its data')
    .argument('<subdomain>')
    .option('--confirm <subdomain>', 'repeat the subdomain here instead of typing it when asked')
    .addHelpText(
      'after',
      `
The store is closed first, also for its owner, whose keys are deleted. Then its rows are deleted in batches. If the
command was interrupted, run it again to continue.

Example:
  storefront export demo > demo.json
  storefront store delete demo`,
    )
    .action(async (subdomain: string, { confirm }: { confirm?: string }) => {
      const { deleteBySubdomain, refuseOtherName } = await import('./delete-store.ts')
      if (confirm === undefined) {
        const { confirmByTyping } = await import('./confirm.ts')
        const what = `This permanently deletes the store ${subdomain} with its orders, customers and all other data.`
        await confirmByTyping(what, subdomain, `In scripts, use --confirm ${subdomain}.`)
      } else refuseOtherName(subdomain, confirm)
      const rows = await deleteBySubdomain(subdomain)
      terminal().print(`Deleted ${subdomain}: ${rows} rows.\n`)
    })

export const storesCommand = (): Command =>
  new Command('stores')
    .description('list the stores, tab-separated: subdomain, name, currency, active, closed, inactive or suspended')
    .addHelpText('after', '\nExample:\n  storefront stores | cut -f 1')
    .action(async () => {
      const { withCurrentDatabase } = await import('./open-for-command.ts')
      const stores = await withCurrentDatabase(({ prisma }) => prisma.store.findMany({ orderBy: { subdomain: 'asc' } }))
      for (const { subdomain, businessName, currency, active, suspendedAt, openedAt } of stores) {
        const state = suspendedAt ? 'suspended' : active ? (openedAt ? 'active' : 'closed') : 'inactive'
        const fields = [subdomain, businessName.replace(/\s+/g, ' '), currency, state]
        terminal().print(`${fields.join('\t')}\n`)
      }
    })
