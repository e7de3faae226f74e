import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const cores = availableParallelism()

export const hasCommand = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0

let pins = cores > 1 && hasCommand('taskset')

/** From now on all processes go where they like: for a run that has no figures, only an end. */
export function pinNothing(): void {
  pins = false
}

/** What a process is there for: servers have the first core, load clients the last; `free` goes where it likes. */
export type Place = 'server' | 'client' | 'free'

/** The command, held to the core of its place where the machine can do that. */
export function placed(place: Place, command: string, args: readonly string[]): [string, string[]] {
  if (place === 'free' || !pins) return [command, [...args]]
  return ['taskset', ['--cpu-list', String(place === 'server' ? 0 : cores - 1), command, ...args]]
}

export const pinning = (): string =>
  pins
    ? `servers on core 0, clients on core ${cores - 1}`
    : 'nothing is pinned: it needs taskset, a second core, and a run with figures'
