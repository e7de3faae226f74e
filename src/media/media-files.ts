import { join } from 'node:path'
import { createBoundedFolder } from '../platform/files/bounded-folder.ts'
import type { Bucket } from '../platform/files/bucket-storage.ts'
import { createFolderStorage, type FileStorage } from '../platform/files/folder-storage.ts'
import { createPictureMaker, type PictureFormat, type PictureMaker } from '../platform/pictures/picture-maker.ts'

/** Widths in pixels in which pictures are served, beside their own. */
export const WIDTHS = [320, 640, 960, 1280] as const
type Width = (typeof WIDTHS)[number]

interface Resized {
  width: Width
  format: PictureFormat
}

/** How a picture is wanted: at its own width it is always WebP, as which it is kept. */
export type Variant = Resized | { width: null; format: 'webp' }

/** The files of stores' uploaded pictures. */
export interface MediaFiles {
  /** The picture, made now if nobody has asked for it in this way before; null when the store has no such picture. */
  find(storeId: string, id: string, variant: Variant): Promise<Buffer | null>
  /** Keeps a picture that `PictureMaker.prepare` has made. */
  keep(storeId: string, id: string, bytes: Buffer): Promise<void>
  remove(storeId: string, id: string): Promise<void>
}

interface Parts {
  storage: FileStorage
  /** What is made from the files of `storage`, and can be made again. */
  made: Pick<FileStorage, 'read' | 'write'>
  maker: Pick<PictureMaker, 'resize'>
}

export function createMediaFiles({ storage, made, maker }: Parts): MediaFiles {
  /** What is being made now, by name: everybody who asks for it meanwhile gets the same. */
  const making = new Map<string, Promise<Buffer | null>>()
  const nameOf = (storeId: string, id: string) => `${storeId}/${id}.webp`

  async function make(storeId: string, id: string, { width, format }: Resized, name: string): Promise<Buffer | null> {
    const whole = await storage.read(nameOf(storeId, id))
    if (!whole) return null
    const bytes = await maker.resize(storeId, whole, width, format)
    await made.write(name, bytes, `image/${format}`)
    return bytes
  }

  return {
    async find(storeId, id, variant) {
      if (variant.width === null) return storage.read(nameOf(storeId, id))
      const name = `${storeId}/${id}-${variant.width}.${variant.format}`
      const there = await made.read(name)
      if (there) return there
      let begun = making.get(name)
      if (!begun) {
        begun = make(storeId, id, variant, name).finally(() => making.delete(name))
        making.set(name, begun)
      }
      return begun
    },
    keep: (storeId, id, bytes) => storage.write(nameOf(storeId, id), bytes, 'image/webp'),
    remove: (storeId, id) => storage.remove(nameOf(storeId, id)),
  }
}

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
