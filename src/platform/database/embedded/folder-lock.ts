import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Node has no file locks, but the kernel closes a listening socket when its process dies, also across containers that
// mount the folder. A dead process leaves its socket file, and two new ones must not both replace it: each holder
// creates
// the next of lock.1, lock.2, …, which only one can do, and the highest number is the lock.

/** Another process has the embedded database open. The message names the process. */
export class InUseError extends Error {
  override readonly name = 'InUseError'
}

/** Null when it did not answer in time. */
type Holder = { pid: number | null }

/** A holder on a busy machine is slow to answer; only one that hangs is waited for so long. */
const ANSWER_WITHIN_MS = 5_000

/** Holds `folder` until `release` is called, or returns who holds it. */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> } | { heldBy: Holder }> {
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  const held = process.platform === 'win32' ? await claimPipe(server, folder) : await claimSocket(server, folder)
  if (held) {
    await close(server)
    return { heldBy: held }
  }
  server.unref()
  return { release: () => close(server) }
}

async function claimSocket(server: Server, folder: string): Promise<Holder | null> {
  const { path, remove } = shortPath(folder)
  const newcomer = `lock.new-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    // Listen before the file gets its final name, so that a silent socket always belongs to a dead process.
    await listen(server, join(path, newcomer))
    for (;;) {
      const last = lastLock(folder)
      const holder = last > 0 ? await ask(join(path, `lock.${last}`)) : null
      if (holder) return holder
      const mine = join(folder, `lock.${last + 1}`)
      if (!linkNew(join(folder, newcomer), mine)) continue
      if (lastLock(folder) === last + 1) {
        for (let old = last; old > 0 && existsSync(join(folder, `lock.${old}`)); old--) {
          rmSync(join(folder, `lock.${old}`), { force: true })
        }
        return null
      }
      // Others took and released the lock after `last` was read: try again.
      rmSync(mine, { force: true })
    }
  } finally {
    rmSync(join(folder, newcomer), { force: true })
    remove()
  }
}

/** A named pipe on Windows, whose name disappears with its process. */
async function claimPipe(server: Server, folder: string): Promise<Holder | null> {
  const name = createHash('sha256').update(realpathSync(folder).toLowerCase()).digest('hex').slice(0, 32)
  const path = `\\\\.\\pipe\\storefront-gateway-${name}`
  try {
    await listen(server, path)
    return null
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error
    return (await ask(path)) ?? { pid: null }
  }
}

function lastLock(folder: string): number {
  const numbers = readdirSync(folder).flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? [])
  return Math.max(0, ...numbers.map(Number))
}

function ask(path: string): Promise<Holder | null> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = createConnection(path)
    const finish = () => {
      socket.destroy()
      resolve({ pid: Number(answer) || null })
    }
    socket.setTimeout(ANSWER_WITHIN_MS, finish)
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.on('end', finish)
    socket.on('error', (error) => {
      if (hasCode(error, 'ECONNREFUSED') || hasCode(error, 'ENOENT')) resolve(null)
      else finish()
    })
  })
}

function linkNew(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** A socket's path may have about 100 bytes, so a longer one is reached through a symbolic link. */
export function shortPath(folder: string): { path: string; remove(): void } {
  if (Buffer.byteLength(folder) < 60) return { path: folder, remove: () => {} }
  const temporary = mkdtempSync(join(tmpdir(), 'lock-'))
  symlinkSync(realpathSync(folder), join(temporary, 'd'))
  return { path: join(temporary, 'd'), remove: () => rmSync(temporary, { recursive: true, force: true }) }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
