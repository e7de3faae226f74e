import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Keeps files by name, such as `a1b2/c3.webp`. A file is written whole or not at all, and never changes. */
export interface FileStorage {
  /** Null when there is no such file. @throws Problem UNAVAILABLE when the storage does not answer */
  read(name: string): Promise<Buffer | null>
  /** Writing a file that is there already does nothing. @throws Problem UNAVAILABLE as above */
  write(name: string, bytes: Buffer, contentType: string): Promise<void>
  /** Removing a file that is not there does nothing. @throws Problem UNAVAILABLE as above */
  remove(name: string): Promise<void>
}

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
