import { Command } from 'commander'
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
    .addCommand(passwordCommand())
    .addCommand(endSessionsCommand())
    .argument('[command]')
    .usage('list|password|end-sessions ...')
    .action((unknown: string | undefined, _, person: Command) => {
      person.error(
        `${unknown === undefined ? 'no command' : `unknown command '${unknown}'`}: use list, password or end-sessions`,
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
