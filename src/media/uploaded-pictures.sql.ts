import type { Context } from '../graphql/context.ts'
import { defineLoader } from '../graphql/schema/loader.ts'
import { storeStatement } from '../platform/database/store-statement.ts'
import { isUuid } from '../platform/uuid.ts'
import { readContent } from '../stores/read-content.ts'
import { picturePath } from './picture-links.ts'

// SQL, since every list of products with uploaded pictures reads this, from the replica if there is one.

export interface UploadedPicture {
  id: string
  /** In pixels. */
  width: number
  height: number
  /** ThumbHash in base64. */
  thumbhash: string
}

const byId = storeStatement<UploadedPicture>(
  'pictures',
  'SELECT id, width, height, thumbhash FROM pictures WHERE store_id = $1 AND id = ANY ($2::text[])',
)

const pictures = defineLoader<string, UploadedPicture | null>(async (context, ids) => {
  const rows = new Map((await readContent(context, byId, ids)).map((row) => [row.id, row]))
  return ids.map((id) => rows.get(id) ?? null)
})

/** Lookups for many pictures share one statement. */
export const uploadedPicture = (context: Context, id: string): Promise<UploadedPicture | null> =>
  pictures(context).load(id)

/** When it was uploaded to this store. */
export async function uploadedPictureAt(context: Context, address: string): Promise<UploadedPicture | null> {
  const id = uploadedId(address, context.store.subdomain)
  return id === null ? null : uploadedPicture(context, id)
}

/** Null when it is no address of the store's uploads. Their host may have changed since. */
function uploadedId(address: string, subdomain: string): string | null {
  if (!URL.canParse(address, 'http://store')) return null
  const { pathname } = new URL(address, 'http://store')
  const folder = picturePath(subdomain, '')
  const id = pathname.slice(folder.length)
  return pathname.startsWith(folder) && isUuid(id) ? id : null
}
