import { Command } from 'commander'
import { terminal } from './terminal.ts'

export const storeCommand = (): Command =>
  new Command('store')
    .description('delete a store')
    .addCommand(deleteCommand())
    .argument('[command]')
    .usage('delete ...')
    .action((unknown: string | undefined, _, store: Command) => {
      store.error(`${unknown === undefined ? 'no command' : `unknown command '${unknown}'`}: say delete`)
    })

const deleteCommand = (): Command =>
  new Command('delete')
    .description('delete a store with all that it has, for good')
    .argument('<subdomain>')
    .option('--confirm <subdomain>', 'the subdomain once more, instead of typing it')
    .addHelpText(
      'after',
      `
The store is closed first, for its owner too: their keys are deleted. Then its rows go, some at a time. A deletion that
was broken off is continued by the same command.

Example:
  storefront export demo > demo.json
  storefront store delete demo`,
    )
    .action(async (subdomain: string, { confirm }: { confirm?: string }) => {
      const { deleteBySubdomain, refuseOtherName } = await import('./delete-store.ts')
      if (confirm === undefined) {
        const { confirmByTyping } = await import('./confirm.ts')
        const what = `This deletes the store ${subdomain} with its orders, customers and everything else, for good.`
        await confirmByTyping(what, subdomain, `Scripts say --confirm ${subdomain}.`)
      } else refuseOtherName(subdomain, confirm)
      const rows = await deleteBySubdomain(subdomain)
      terminal().print(`Deleted ${subdomain}: ${rows} rows.\n`)
    })
