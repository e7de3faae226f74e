import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const placeholder = { script: 'main-0A1B2C3D.js', style: 'console-0A1B2C3D.css' }

/** A folder as the build makes it, with next to nothing in its files. */
export function placeholderAssets(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-console-'))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
  }
  write(placeholder.script, 'document.title = "Console"\n')
  write(placeholder.style, 'body { margin: 0 }\n')
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(placeholder))
  return folder
}
