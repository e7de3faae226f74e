import { join } from 'node:path'
import { createBoundedFolder } from '../platform/files/bounded-folder.ts'
import type { Bucket } from '../platform/files/bucket-storage.ts'
import { createFolderStorage } from '../platform/files/folder-storage.ts'
import { createPictureMaker, type PictureMaker } from '../platform/pictures/picture-maker.ts'
import { createMediaFiles, type MediaFiles } from './media-files.ts'

/** Most bytes of resized pictures on disk. */
const MAX_MADE_BYTES = 1024 ** 3

/**
 * Opens the files of uploaded pictures, in the bucket or else in `media` of the data folder. What is made from them is
 * always in `media-cache` of the data folder.
 */
export async function openMedia(options: {
  dataDir: string
  bucket: Bucket | null
}): Promise<{ media: MediaFiles; pictures: PictureMaker }> {
  const { dataDir, bucket } = options
  const pictures = createPictureMaker()
  const storage = bucket
    ? (await import('../platform/files/bucket-storage.ts')).createBucketStorage(bucket)
    : createFolderStorage(join(dataDir, 'media'))
  const made = createBoundedFolder(join(dataDir, 'media-cache'), MAX_MADE_BYTES)
  return { media: createMediaFiles({ storage, made, maker: pictures }), pictures }
}
