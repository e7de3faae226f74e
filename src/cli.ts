#!/usr/bin/env node
import { Command } from 'commander'
import { exportCommand } from './commands/export.ts'
import { failureLine } from './commands/failure.ts'
import { importCommand } from './commands/import.ts'
import { importProductsCommand } from './commands/import-products.ts'
import { keyCommand } from './commands/key.ts'
import { migrateCommand } from './commands/migrate.ts'
import { serveCommand } from './commands/serve.ts'
import { storesCommand } from './commands/stores.ts'

// Commands load what they need when they run, so that help is there at once.
const program = new Command('storefront')
  .description('A public GraphQL and REST API for published online stores.')
  .addHelpText(
    'after',
    `
Without DATABASE_URL an embedded PostgreSQL is used, its data in DATA_DIR (.data). One process at a time can open it.

Examples:
  storefront serve
  storefront import examples/demo-store.json
  storefront import-products demo examples/products.csv
  storefront key create demo --name "till in the shop"`,
  )
for (const command of [
  serveCommand,
  migrateCommand,
  importCommand,
  importProductsCommand,
  exportCommand,
  storesCommand,
  keyCommand,
]) {
  program.addCommand(command())
}
oneLineErrors(program)

// Whoever read our output (`| head`) has gone: the command still finishes what it does.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

if (process.argv.length <= 2) program.help()
try {
  await program.parseAsync()
} catch (error) {
  const details = process.env.LOG_LEVEL === 'debug' && error instanceof Error ? `${error.stack}\n` : ''
  process.stderr.write(`${details}${failureLine(error)}\n`)
  process.exitCode = 1
}

/** Commander's own complaints take two lines when it has a suggestion. */
function oneLineErrors(command: Command): void {
  command.configureOutput({
    outputError: (message, write) => {
      const text = message
        .trim()
        .replace(/^error: /, '')
        .replace(/\s*\n\s*/g, ' ')
      write(`${text} (${commandPath(command)} --help tells more)\n`)
    },
  })
  for (const child of command.commands) oneLineErrors(child)
}

function commandPath(command: Command): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name()
}
