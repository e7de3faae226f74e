import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStorage } from './folder-storage.ts'
import { createFolderStorage } from './folder-storage.ts'

/** A full folder is emptied to this share, least recently read files first. */
const TARGET_SHARE = 0.8
/** Reads within this time are not recorded again. */
const NOTED_EVERY_MS = 60 * 60 * 1000

/**
 * Files that can be made again, about `maxBytes`. Processes may share the folder; each counts what it writes itself.
 */
export function createBoundedFolder(folder: string, maxBytes: number): Pick<FileStorage, 'read' | 'write'> {
  const files = createFolderStorage(folder)
  let bytesThere: Promise<number> | undefined

  async function makeRoom(): Promise<number> {
    const found = (await filesIn(folder)).sort((one, other) => one.readAt - other.readAt)
    let bytes = found.reduce((sum, { size }) => sum + size, 0)
    if (bytes <= maxBytes) return bytes
    for (const { name, size } of found) {
      if (bytes <= maxBytes * TARGET_SHARE) break
      await files.remove(name)
      bytes -= size
    }
    return bytes
  }

  return {
    async read(name) {
      const bytes = await files.read(name)
      if (bytes) await noteRead(join(folder, name))
      return bytes
    },
    async write(name, bytes, contentType) {
      await files.write(name, bytes, contentType)
      const before = bytesThere
      bytesThere = before
        ? before.then((there) => (there + bytes.length > maxBytes ? makeRoom() : there + bytes.length))
        : makeRoom()
      await bytesThere
    },
  }
}

async function filesIn(folder: string): Promise<{ name: string; size: number; readAt: number }[]> {
  const entries = await readdir(folder, { recursive: true })
  const found = await Promise.all(
    entries.map(async (name) => {
      // Another process may have removed it.
      const stats = await stat(join(folder, name)).catch(() => null)
      return stats?.isFile() ? [{ name, size: stats.size, readAt: stats.mtimeMs }] : []
    }),
  )
  return found.flat()
}

async function noteRead(path: string): Promise<void> {
  const now = new Date()
  const stats = await stat(path).catch(() => null)
  if (stats && now.getTime() - stats.mtimeMs > NOTED_EVERY_MS) await utimes(path, now, now).catch(() => {})
}
