import { Command } from 'commander'
import { terminal } from './terminal.ts'

export const customerCommand = (): Command =>
  new Command('customer')
    .description('export or erase the data that a store has about a person')
    .addCommand(exportCommand())
    .addCommand(eraseCommand())
    .argument('[command]')
    .usage('export|erase ...')
    .action((unknown: string | undefined, _, customer: Command) => {
      customer.error(`${unknown === undefined ? 'no command' : `unknown command '${unknown}'`}: use export or erase`)
    })

const exportCommand = (): Command =>
  new Command('export')
    .description('print all data that a store has about a person, as JSON')
    .argument('<subdomain>')
    .argument('<phone>', 'the phone number, in any notation')
    .addHelpText(
      'after',
      `
Prints the accounts with this phone number and everything that belongs to them, orders with this number, and newsletter
subscriptions and leads with this number or the person's email addresses. Passwords and tokens are not included.

Example:
  storefront customer export demo "+91 98765 43210" > asha.json`,
    )
    .action(async (subdomain: string, phone: string) => {
      const { printPerson } = await import('./customer-data.ts')
      await printPerson(subdomain, phone)
    })

const eraseCommand = (): Command =>
  new Command('erase')
    .description('permanently erase a person, as far as accounting rules allow')
    .argument('<subdomain>')
    .argument('<phone>', 'the phone number, in any notation')
    .option('--yes', 'do not ask to type the phone number again')
    .addHelpText(
      'after',
      `
Orders are anonymized, and unpaid ones are cancelled. Reviews are anonymized. The account with its points, the
wishlist, carts, newsletter subscriptions and leads are deleted. The command fails while an order is paid but not
shipped, or a refund is due. If it was interrupted, run it again to complete it.

Example:
  storefront customer erase demo "+91 98765 43210"`,
    )
    .action(async (subdomain: string, phone: string, { yes }: { yes?: boolean }) => {
      if (!yes) {
        const { confirmByTyping } = await import('./confirm.ts')
        const what = `This permanently erases all data that ${subdomain} has about ${phone}.`
        await confirmByTyping(what, phone, 'In scripts, use --yes.')
      }
      const { erasePhone } = await import('./customer-data.ts')
      terminal().print(`${await erasePhone(subdomain, phone)}\n`)
    })
