import { Command } from 'commander'
import { terminal } from './terminal.ts'

export const customerCommand = (): Command =>
  new Command('customer')
    .description('export and erase what a store knows of a person')
    .addCommand(exportCommand())
    .addCommand(eraseCommand())
    .argument('[command]')
    .usage('export|erase ...')
    .action((unknown: string | undefined, _, customer: Command) => {
      customer.error(`${unknown === undefined ? 'no command' : `unknown command '${unknown}'`}: say export or erase`)
    })

const exportCommand = (): Command =>
  new Command('export')
    .description('print all that a store knows of a person, as JSON')
    .argument('<subdomain>')
    .argument('<phone>', 'however it is written')
    .addHelpText(
      'after',
      `
Accounts with this phone and all that belongs to them, orders that name it, newsletter and leads with it or with an
email of theirs. No passwords and no tokens.

Example:
  storefront customer export demo "+91 98765 43210" > asha.json`,
    )
    .action(async (subdomain: string, phone: string) => {
      const { printPerson } = await import('./customer-data.ts')
      await printPerson(subdomain, phone)
    })

const eraseCommand = (): Command =>
  new Command('erase')
    .description('erase a person for good, as far as the books allow')
    .argument('<subdomain>')
    .argument('<phone>', 'however it is written')
    .option('--yes', 'do not ask for the phone to be typed again')
    .addHelpText(
      'after',
      `
Orders stay without a name, and unpaid ones are cancelled; reviews become anonymous; the account with its points, the
wishlist, carts, newsletter and leads are deleted. Refused while an order is paid and not sent, or owes money. An erasure that
was broken off is completed by another one.

Example:
  storefront customer erase demo "+91 98765 43210"`,
    )
    .action(async (subdomain: string, phone: string, { yes }: { yes?: boolean }) => {
      if (!yes) {
        const { confirmByTyping } = await import('./confirm.ts')
        const what = `This erases what ${subdomain} knows of ${phone}, for good.`
        await confirmByTyping(what, phone, 'Scripts say --yes.')
      }
      const { erasePhone } = await import('./customer-data.ts')
      terminal().print(`${await erasePhone(subdomain, phone)}\n`)
    })
