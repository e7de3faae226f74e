import type { Context } from '../../api/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { MarkdownPicture } from '../../platform/text/markdown.ts'
import { resizedLinks } from '../media/picture-links.ts'
import { replaceUploads, storedAddresses, uploadAddressIn, uploadsIn } from '../stores/uploaded-addresses.ts'

/** With the paths of the store's own uploads, whatever host they were given with, because the host may change. */
export async function withStoredUploads<Fields extends { markdown?: string | undefined }>(
  tx: Pick<Prisma.TransactionClient, 'picture'>,
  storeId: string,
  fields: Fields,
): Promise<Fields> {
  const addresses = uploadsIn(fields.markdown ?? '')
  if (fields.markdown === undefined || addresses.length === 0) return fields
  const stored = await storedAddresses(tx, storeId, addresses)
  return { ...fields, markdown: replaceUploads(fields.markdown, stored) }
}

export interface PagePictures {
  /** Those that are there, in the order of the text. */
  key: string
  at(address: string): MarkdownPicture | null
}

/** The store's own pictures that a text shows. Sends a statement only when there are any. */
export async function picturesIn(
  { services, store, baseUrl }: Pick<Context, 'services' | 'store' | 'baseUrl'>,
  markdown: string,
): Promise<PagePictures> {
  const ids = [...new Set(uploadsIn(markdown).flatMap((address) => uploadAddressIn(address)?.id ?? []))]
  if (ids.length === 0) return { key: '', at: () => null }
  const found = await services.db.prisma.picture.findMany({
    where: { storeId: store.id, id: { in: ids } },
    select: { id: true, width: true, height: true },
  })
  const sizes = new Map(found.map(({ id, ...size }) => [id, size]))
  return {
    key: ids.filter((id) => sizes.has(id)).join(),
    at(address) {
      const upload = uploadAddressIn(address)
      const size = upload?.subdomain === store.subdomain && upload ? sizes.get(upload.id) : undefined
      if (!upload || !size) return null
      const src = baseUrl + upload.path
      const sources = [...resizedLinks(src, size.width), { url: src, width: size.width }]
      return { ...size, src, srcset: sources.map(({ url, width }) => `${url} ${width}w`).join(', ') }
    },
  }
}
