#!/usr/bin/env node
import type { Command } from 'commander'
import { failureLine } from './commands/failure.ts'
import { Forwarded } from './commands/forward.ts'
import { createProgram } from './commands/program.ts'
import { serveCommand } from './commands/serve.ts'
import { spareMemory } from './platform/v8-flags.ts'

spareMemory()

// Commands load their code when they run, so that `--help` answers at once.
const program = createProgram()
program.addCommand(serveCommand())
oneLineErrors(program)

// The reader of our output (such as `| head`) has closed it. The command still finishes its work.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

if (process.argv.length <= 2) program.help()
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof Forwarded) process.exit(error.status)
  const details = process.env.LOG_LEVEL === 'debug' && error instanceof Error ? `${error.stack}\n` : ''
  process.stderr.write(`${details}${failureLine(error)}\n`)
  process.exitCode = 1
}

/** Commander prints errors on two lines when it has a suggestion. This joins them. */
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
