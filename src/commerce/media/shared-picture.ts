import type { Context } from '../../api/context.ts'
import { SHARED_SIDE } from './media-files.ts'
import { pictureAddress } from './picture-links.ts'
import { uploadedPictureAt } from './uploaded-pictures.sql.ts'

export interface SharedPicture {
  url: string
  /** In pixels. */
  width: number
  height: number
}

/** The JPEG of an upload that is shown where a link is shared; null for any other picture. */
export async function sharedPictureAt(context: Context, picture: string): Promise<SharedPicture | null> {
  const uploaded = await uploadedPictureAt(context, picture)
  if (!uploaded) return null
  const [address] = pictureAddress(picture, context.baseUrl).split('?')
  const scale = Math.min(1, SHARED_SIDE / Math.max(uploaded.width, uploaded.height))
  const [width, height] = [Math.round(uploaded.width * scale), Math.round(uploaded.height * scale)]
  return { url: `${address}?format=jpeg`, width, height }
}
