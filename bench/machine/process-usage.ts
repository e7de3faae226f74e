import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What processes have used; null where there is no /proc. */

const ticksPerSecond = Number(attempt(() => execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) ?? 100)

/** Seconds of CPU that the process and those below it have used. */
export function cpuSeconds(pid: number): number | null {
  const own = statFields(pid)
  if (!own) return null
  const below = childrenOf(pid).reduce((sum, child) => sum + (cpuSeconds(child) ?? 0), 0)
  return (Number(own[11]) + Number(own[12])) / ticksPerSecond + below
}

export function endedChildrenCpuSeconds(): number | null {
  const own = statFields(process.pid)
  return own ? (Number(own[13]) + Number(own[14])) / ticksPerSecond : null
}

/** Resident memory in MiB of the process and those below it. */
export function residentMiB(pid: number): number | null {
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, 'utf8'))
  const kib = status && /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  if (!kib) return null
  return childrenOf(pid).reduce((sum, child) => sum + (residentMiB(child) ?? 0), Number(kib) / 1024)
}

/** The fields of /proc/PID/stat behind the command's name, which may itself have spaces: the state is the first. */
function statFields(pid: number): string[] | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : null
}

function childrenOf(pid: number): number[] {
  const children = attempt(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
  return (children ?? '').split(' ').filter(Boolean).map(Number)
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
