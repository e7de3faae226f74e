import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compress } from '../../../api/http/content-coding.ts'
import { type BuiltFile, listOf } from '../site.ts'
import { renderSite } from './render-site.ts'

/** Renders and compresses the documentation, as it is with GraphiQL and without. Files that are in both are there once. */
export async function writeSite(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const written = new Set<string>()
  for (const options of [{ graphql: true }, { graphql: false }]) {
    const files = await renderSite(options)
    await writeFile(
      join(folder, listOf(options)),
      JSON.stringify(files.map(({ body: _, ...file }): BuiltFile => ({ ...file, name: file.etag }))),
    )
    const fresh = files.filter(({ etag }) => !written.has(etag))
    for (const { etag } of fresh) written.add(etag)
    await Promise.all(
      fresh.map(async ({ etag, body }) => {
        const [br, gz] = await Promise.all([compress(body, 'br'), compress(body, 'gzip')])
        await writeFile(join(folder, `${etag}.br`), br)
        await writeFile(join(folder, `${etag}.gz`), gz)
      }),
    )
  }
}
