import type { Context } from '../../api/context.ts'
import { defineLoader } from '../../api/graphql/schema/loader.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'
import { readContent } from '../stores/read-content.ts'
import { uploadAddressIn } from '../stores/uploaded-addresses.ts'

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
  const upload = uploadAddressIn(address)
  return upload?.subdomain === context.store.subdomain ? uploadedPicture(context, upload.id) : null
}
