import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Files by name, such as `a1b2/c3.webp`, written whole or not at all and never changed.
 * @throws Problem UNAVAILABLE when the storage does not answer
 */
export interface FileStorage {
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>
  /** Does nothing when the file exists. */
  write(name: string, bytes: Buffer, contentType: string): Promise<void>
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>
}

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
