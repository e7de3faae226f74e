import { Command } from 'commander'
import { Role } from '../commerce/people/roles.ts'
import { terminal } from './terminal.ts'

export const setUpCodeCommand = (): Command =>
  new Command('set-up-code')
    .description('print a new code to set up the installation at /console/set-up')
    .addHelpText(
      'after',
      `
Whoever enters it becomes the first person, who runs the installation, and owns the store that is made with it, and the
store demo if there is one. It is valid for 24 hours and once, and ends an earlier one.

Example:
  storefront set-up-code`,
    )
    .action(async () => {
      const { printSetUpCode } = await import('./people.ts')
      await printSetUpCode()
    })

export const personCommand = (): Command =>
  new Command('person')
    .description('list the people who log in to the console, and help those who cannot')
    .addCommand(listCommand())
    .addCommand(inviteCommand())
    .addCommand(passwordCommand())
    .addCommand(emailCommand())
    .addCommand(secondFactorOffCommand())
    .addCommand(endSessionsCommand())
    .argument('[command]')
    .usage('list|invite|password|email|second-factor-off|end-sessions ...')
    .action((unknown: string | undefined, _, person: Command) => {
      person.error(
        `${unknown === undefined ? 'no command' : `unknown command '${unknown}'`}: use list, invite, password, email, second-factor-off or end-sessions`,
      )
    })

const listCommand = (): Command =>
  new Command('list')
    .description('list the people, tab-separated: email, name, operator or -, email confirmed or not, last use, roles')
    .addHelpText(
      'after',
      '\nRoles are named after their store, such as demo:OWNER,tea:ORDERS+money.\n\nExample:\n  storefront person list',
    )
    .action(async () => {
      const { printPersons } = await import('./people.ts')
      await printPersons()
    })

const inviteCommand = (): Command =>
  new Command('invite')
    .description('print a link by which somebody joins a store, or those who run the installation')
    .argument('<email>')
    .option('--store <subdomain>', 'the store that they would work for')
    .option('--role <role>', `what they would be: ${roles.join(', ')}`)
    .option('--money', 'with refunds and recorded payments, which an owner has in any case')
    .option('--operator', 'to run the installation, in place of a store')
    .addHelpText(
      'after',
      `
Pass the link on to them alone: whoever has it can use it. It is valid for 7 days and once, and ends an earlier one for
the same email. Without PUBLIC_URL the code is printed that is entered at /console/invitation.

Examples:
  storefront person invite ravi@example.com --store demo --role orders
  storefront person invite asha@example.com --operator`,
    )
    .action(async (email: string, { store, role: typed, money = false, operator }: InviteOptions, command: Command) => {
      const role = typed?.toUpperCase()
      if (operator ? store || role || money : !store || !role) {
        command.error('use either --store with --role, or --operator')
      }
      if (role !== undefined && !isRole(role)) command.error(`unknown role '${typed}': use ${roles.join(', ')}`)
      const { printInvitation } = await import('./invite-person.ts')
      await printInvitation(email, { store: store && role ? { subdomain: store, role, money } : null })
    })

interface InviteOptions {
  store?: string
  role?: string
  money?: boolean
  operator?: boolean
}

const roles = Object.values(Role).map((role) => role.toLowerCase())

const isRole = (text: string): text is Role => Object.values<string>(Role).includes(text)

const passwordCommand = (): Command =>
  new Command('password')
    .description('give a person a new password and print it')
    .argument('<email>')
    .addHelpText(
      'after',
      `
For who has forgotten theirs. It ends all of their sessions, and they can log in again after too many wrong passwords.
They can change it in the console.

Example:
  storefront person password asha@example.com`,
    )
    .action(async (email: string) => {
      const { renewPassword } = await import('./people.ts')
      terminal().print(`${await renewPassword(email)}\n`)
    })

const emailCommand = (): Command =>
  new Command('email')
    .description('give a person another email to log in with')
    .argument('<old>')
    .argument('<new>')
    .addHelpText(
      'after',
      `
For who cannot confirm the change by mail. It ends all of their sessions. The new address counts as confirmed once
something that was mailed to it is used.

Example:
  storefront person email asha@example.com asha@example.net`,
    )
    .action(async (from: string, to: string) => {
      const { changeEmail } = await import('./people.ts')
      await changeEmail(from, to)
      terminal().print(`They log in with ${to.trim().toLowerCase()} now.\n`)
    })

const secondFactorOffCommand = (): Command =>
  new Command('second-factor-off')
    .description('let a person log in with the password alone')
    .argument('<email>')
    .addHelpText(
      'after',
      `
For who has lost the app and the recovery codes, or when the service has other SECRETS than when it was set up. It ends
all of their sessions. Be sure that it is they who ask.

Example:
  storefront person second-factor-off asha@example.com`,
    )
    .action(async (email: string) => {
      const { endSecondFactor } = await import('./people.ts')
      const wasOn = await endSecondFactor(email)
      terminal().print(
        wasOn ? 'Log-ins ask for the password alone.\n' : 'Log-ins asked for the password alone already.\n',
      )
    })

const endSessionsCommand = (): Command =>
  new Command('end-sessions')
    .description('log a person out everywhere')
    .argument('<email>')
    .addHelpText('after', '\nExample:\n  storefront person end-sessions asha@example.com')
    .action(async (email: string) => {
      const { endSessionsOf } = await import('./people.ts')
      const count = await endSessionsOf(email)
      terminal().print(`Ended ${count} ${count === 1 ? 'session' : 'sessions'}.\n`)
    })
