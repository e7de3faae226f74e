import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStorage } from './file-storage.ts'

/** Keeps files in a folder of this machine, which is made with the first of them. */
export function createFolderStorage(folder: string): FileStorage {
  const pathOf = (name: string) => join(folder, name)
  return {
    read: (name) => readFile(pathOf(name)).catch(nullIfMissing),

    async write(name, bytes) {
      const path = pathOf(name)
      const unfinished = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await writeFile(unfinished, bytes, { mode: 0o600 })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
