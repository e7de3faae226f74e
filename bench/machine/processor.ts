import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const cores = availableParallelism()

/** Whether the machine has this command. */
export const hasCommand = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0

const canPin = cores > 1 && hasCommand('taskset')

/** What a process is there for: servers have the first core, load clients the last; `free` goes where it likes. */
export type Place = 'server' | 'client' | 'free'

/** The command, held to the core of its place where the machine can do that. */
export function placed(place: Place, command: string, args: readonly string[]): [string, string[]] {
  if (place === 'free' || !canPin) return [command, [...args]]
  return ['taskset', ['--cpu-list', String(place === 'server' ? 0 : cores - 1), command, ...args]]
}

export const pinning = canPin
  ? `servers on core 0, clients on core ${cores - 1}`
  : 'nothing is pinned: it needs taskset and a second core'
