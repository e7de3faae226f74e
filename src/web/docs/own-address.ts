import { createHash } from 'node:crypto'
import { compress } from '../../api/http/content-coding.ts'
import { escapeHtml } from '../../platform/text/text.ts'
import { EXAMPLE_ADDRESS, type SiteFile } from './site.ts'

/** A page as it is served at another address, which it then names. What need not be changed is compressed already. */
export function atAddress(file: SiteFile, address: string): SiteFile {
  if (!file.namesAddress || address === '' || address === EXAMPLE_ADDRESS) return file
  return {
    ...file,
    etag: `${file.etag}-${createHash('sha256').update(address).digest('base64url').slice(0, 8)}`,
    async read(coding) {
      const html = String(await file.read('identity'))
      return compress(Buffer.from(html.replaceAll(EXAMPLE_ADDRESS, () => escapeHtml(address))), coding)
    },
  }
}
