#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import { failureLine } from './commands/failure.ts'
import { Forwarded } from './commands/forward.ts'
import { createProgram } from './commands/program.ts'
import { serveCommand } from './commands/serve.ts'

/**
 * Growth between full collections. V8's default lets a busy process grow fourfold: 440 MiB instead of 270 after 30,000
 * requests on Node 24.
 */
const HEAP_GROWTH_PERCENT = 60
/**
 * Bytes of WebAssembly run before V8 optimises a function. By default Prisma's query compiler is optimised at start,
 * which costs 20 MiB on Node 24.
 */
const WASM_TIERING_BUDGET = 50_000_000

/** Call it before any WebAssembly is loaded. */
function spareMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`)
}

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

/** Commander prints errors on two lines when it has a suggestion. */
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
