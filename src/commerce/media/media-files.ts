import { join } from 'node:path'
import { createBoundedFolder } from '../../platform/files/bounded-folder.ts'
import type { Bucket } from '../../platform/files/bucket-storage.ts'
import { createFolderStorage, type FileStorage } from '../../platform/files/folder-storage.ts'
import { createPictureMaker, type PictureMaker } from '../../platform/pictures/picture-maker.ts'

/** Pixels, beside a picture's own width. */
export const WIDTHS = [320, 640, 960, 1280] as const
type Width = (typeof WIDTHS)[number]

/** Pixels of the longer side of the JPEG that is shown where a link is shared. */
export const SHARED_SIDE = 1200

type Resized = { width: Width; format: 'avif' | 'webp' } | { width: typeof SHARED_SIDE; format: 'jpeg' }

/** At its own width, always the stored WebP. */
export type Variant = Resized | { width: null; format: 'webp' }

export interface MediaFiles {
  /** Resized on first request; null when the store has no such picture. */
  find(storeId: string, id: string, variant: Variant): Promise<Buffer | null>
  /** Made by `PictureMaker.prepare`. */
  store(storeId: string, id: string, bytes: Buffer): Promise<void>
  remove(storeId: string, id: string): Promise<void>
}

interface Parts {
  storage: FileStorage
  /** Can be made again from `storage`. */
  made: Pick<FileStorage, 'read' | 'write'>
  maker: Pick<PictureMaker, 'resize'>
}

export function createMediaFiles({ storage, made, maker }: Parts): MediaFiles {
  /** By name: concurrent requests get the same result. */
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
    store: (storeId, id, bytes) => storage.write(nameOf(storeId, id), bytes, 'image/webp'),
    remove: (storeId, id) => storage.remove(nameOf(storeId, id)),
  }
}

/** On disk. */
const MAX_MADE_BYTES = 1024 ** 3

/** Originals in the bucket or `media` of the data folder, resized ones in its `media-cache`. */
export async function openMedia(options: {
  dataDir: string
  bucket: Bucket | null
}): Promise<{ media: MediaFiles; pictures: PictureMaker }> {
  const { dataDir, bucket } = options
  const pictures = createPictureMaker()
  const storage = bucket
    ? (await import('../../platform/files/bucket-storage.ts')).createBucketStorage(bucket)
    : createFolderStorage(join(dataDir, 'media'))
  const made = createBoundedFolder(join(dataDir, 'media-cache'), MAX_MADE_BYTES)
  return { media: createMediaFiles({ storage, made, maker: pictures }), pictures }
}
