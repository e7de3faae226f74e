import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createMediaFiles } from '../../src/commerce/media/media-files.ts'
import { createBoundedFolder } from '../../src/platform/files/bounded-folder.ts'
import { createBucketStorage } from '../../src/platform/files/bucket-storage.ts'
import { createFolderStorage } from '../../src/platform/files/folder-storage.ts'
import { createPictureMaker, type PictureMaker } from '../../src/platform/pictures/picture-maker.ts'
import { startFakeBucket } from '../support/fake-bucket.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { drawing } from '../support/pictures.ts'

const folder = await mkdtemp(join(tmpdir(), 'storefront-media-'))
const maker = createPictureMaker()
afterAll(async () => {
  maker.close()
  await rm(folder, { recursive: true, force: true })
})

const MB = 1024 * 1024
const storeId = 'a-store'

describe('pictures in other widths', () => {
  it('are made once, however many ask at once, and kept', async () => {
    let made = 0
    const counting = {
      resize(...args: Parameters<PictureMaker['resize']>) {
        made += 1
        return maker.resize(...args)
      },
    }
    const open = () =>
      createMediaFiles({
        storage: createFolderStorage(join(folder, 'media')),
        made: createBoundedFolder(join(folder, 'made'), MB),
        maker: counting,
      })
    const files = open()
    const { bytes } = await maker.prepare(storeId, await drawing(800, 600).jpeg().toBuffer())
    await files.store(storeId, 'tea', bytes)
    const variant = { width: 320, format: 'avif' } as const
    const shown = await Promise.all(Array.from({ length: 50 }, () => files.find(storeId, 'tea', variant)))
    expect(new Set(shown.map((file) => file?.toString('base64'))).size).toBe(1)
    expect(made).toBe(1)
    // A new process finds it on disk.
    expect(await open().find(storeId, 'tea', variant)).toEqual(shown[0])
    expect(made).toBe(1)
    expect(await files.find(storeId, 'coffee', variant)).toBeNull()
  })

  it('take no more room on disk than they may: the longest unread go', async () => {
    const made = createBoundedFolder(join(folder, 'bounded'), 10_000)
    for (let number = 0; number < 25; number += 1) {
      await made.write(`s/${String(number).padStart(2, '0')}`, Buffer.alloc(1_000), 'image/webp')
    }
    const there = await readdir(join(folder, 'bounded', 's'))
    expect(there.length).toBeLessThanOrEqual(10)
    expect(there).toContain('24')
    expect(there).not.toContain('00')
    expect(await made.read('s/00')).toBeNull()
    expect((await made.read('s/24'))?.length).toBe(1_000)
  })
})

describe('the process that makes pictures', () => {
  it('is given up when it takes too long, and the next picture is made', async () => {
    const large = await drawing(6_000, 6_000).png().toBuffer()
    const hasty = createPictureMaker({ timeoutMs: 1 })
    await expect(hasty.prepare(storeId, large)).rejects.toThrow('The picture is damaged or incomplete.')
    await expect(hasty.resize(storeId, large, 320, 'webp')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    hasty.close()
    expect(await maker.prepare(storeId, await drawing(40, 30).png().toBuffer())).toMatchObject({
      width: 40,
      height: 30,
    })
  })

  it('is begun again after it has ended', async () => {
    const short = createPictureMaker({ idleMs: 1 })
    const file = await drawing(40, 30).png().toBuffer()
    for (let times = 0; times < 2; times += 1) {
      expect(await short.prepare(storeId, file)).toMatchObject({ width: 40 })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    short.close()
  })
})

const bucket = await forAllTests(startFakeBucket())

describe('a bucket', () => {
  it('keeps, gives back and removes files, with signed requests', async () => {
    const storage = createBucketStorage(bucket.options)
    const bytes = Buffer.from([0, 1, 2, 250, 251])
    expect(await storage.read('s/tea.webp')).toBeNull()
    await storage.write('s/tea.webp', bytes, 'image/webp')
    expect(bucket.files.get('/pictures/s/tea.webp')).toEqual({ bytes, type: 'image/webp' })
    expect(await storage.read('s/tea.webp')).toEqual(bytes)
    await storage.remove('s/tea.webp')
    await storage.remove('s/tea.webp')
    expect(await storage.read('s/tea.webp')).toBeNull()
    expect(bucket.unsigned).toBe(0)
  })

  it('that closes idle connections is asked once more', async () => {
    const storage = createBucketStorage(bucket.options)
    bucket.mode = 'closeReused'
    for (const bytes of [Buffer.from('a'), Buffer.from('b')]) {
      await storage.write('s/pot.webp', bytes, 'image/webp')
      expect(await storage.read('s/pot.webp')).toEqual(bytes)
    }
    bucket.mode = 'ok'
  })

  it.each(['fail', 'refuse', 'cut'] as const)(
    'that does not answer as it should (%s) is said to be away',
    async (mode) => {
      const storage = createBucketStorage(bucket.options)
      bucket.mode = mode
      const away = { code: 'UNAVAILABLE', message: 'Picture storage is not responding. Please try again.' }
      await expect(storage.read('s/tea.webp')).rejects.toMatchObject(away)
      await expect(storage.write('s/tea.webp', Buffer.alloc(9), 'image/webp')).rejects.toMatchObject(away)
      bucket.mode = 'ok'
      expect(await storage.read('s/tea.webp')).toBeNull()
    },
  )
})
