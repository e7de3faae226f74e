import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type BuiltFile, listOf, type Site, type SiteOptions } from './site.ts'

const FOLDER = new URL('docs/', import.meta.url)

/** What the build has rendered and compressed. Only the list of files is read here. */
export async function loadSite(options: SiteOptions): Promise<Site> {
  const files: BuiltFile[] = JSON.parse(await readFile(new URL(listOf(options), FOLDER), 'utf8'))
  return new Map(
    files.map(({ name, ...file }) => [
      file.path,
      {
        ...file,
        async read(coding) {
          const body = await readFile(new URL(`${name}.${coding === 'br' ? 'br' : 'gz'}`, FOLDER))
          return coding === 'identity' ? promisify(gunzip)(body) : body
        },
      },
    ]),
  )
}
