import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { MAX_PICTURES } from '../../src/commerce/media/upload-picture.ts'
import { ownerOf } from '../support/owner.ts'
import { drawing, noId, send, show, upload } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { media: { points: 100, seconds: 60 } } }))
const store = await shop.addStore()
const owner = await ownerOf(shop, store)
const as = { subdomain: store.subdomain, key: owner.key }

const ofBytes = (text: string) => Buffer.from(text, 'latin1')

describe('an uploaded picture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('may be %s, whatever its name', async (format) => {
    const file = await drawing(640, 480).toFormat(format).toBuffer()
    const { status, body } = await upload(shop, as, file, { name: 'notes.txt' })
    expect({ status, body }).toEqual({
      status: 200,
      body: { media: { id: expect.any(String), url: expect.any(String), width: 640, height: 480 } },
    })
    expect(body.media.url).toMatch(new RegExp(`^http://[^/]+/media/${store.subdomain}/${body.media.id}$`))
    const shown = await show(shop, body.media.url)
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 })
  })

  it('is upright, no larger than a screen shows, and tells nothing of where it was taken', async () => {
    const file = await drawing(4_000, 3_000)
      .withExif({ IFD0: { Make: 'Camera of Asha' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { media } = (await upload(shop, as, file)).body
    expect([media.width, media.height]).toEqual([1_920, 2_560])
    const { bytes } = await show(shop, media.url)
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    expect(bytes.includes('Asha')).toBe(false)
  })

  it('is served narrower, as AVIF to who names it and as WebP to others, and for good', async () => {
    const { media } = (await upload(shop, as, await drawing().jpeg().toBuffer())).body
    const accept = 'image/avif,image/webp,*/*;q=0.8'
    const avif = await show(shop, `${media.url}?w=640`, { accept })
    const webp = await show(shop, `${media.url}?w=640`, { accept: 'image/avif;q=0, image/webp' })
    expect([avif.headers['content-type'], webp.headers['content-type']]).toEqual(['image/avif', 'image/webp'])
    for (const { bytes } of [avif, webp]) expect((await sharp(bytes).metadata()).width).toBe(640)
    expect(avif.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect(avif.headers.etag).not.toBe(webp.headers.etag)
    const again = await show(shop, `${media.url}?w=640`, { accept, 'if-none-match': String(avif.headers.etag) })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  it('is not made larger than it is', async () => {
    const { media } = (await upload(shop, as, await drawing(400, 300).png().toBuffer())).body
    const { bytes } = await show(shop, `${media.url}?w=1280`)
    expect((await sharp(bytes).metadata()).width).toBe(400)
  })

  it('is listed, newest first, and deleted for good', async () => {
    const { media } = (await upload(shop, as, await drawing(40, 30).gif().toBuffer())).body
    const list = '{pictures(first: 2) {nodes {id url width height size thumbhash createdAt} totalCount}}'
    const { pictures } = await owner.ask(list)
    const { size: bytes } = pictures.nodes[0]
    expect(pictures.nodes[0]).toMatchObject({ id: media.id, url: media.url, width: 40, height: 30 })
    expect(bytes).toBe((await show(shop, media.url)).bytes.length)
    expect(Buffer.from(pictures.nodes[0].thumbhash, 'base64').length).toBeLessThan(30)

    const addresses = [media.url, `${media.url}?w=320`]
    for (const url of addresses) expect((await show(shop, url)).status).toBe(200)
    const gone = 'mutation Delete($id: ID!) {deletePicture(id: $id) {id}}'
    expect(await owner.ask(gone, { id: media.id })).toEqual({ deletePicture: { id: media.id } })
    for (const url of addresses) expect((await show(shop, url)).status).toBe(404)
    expect((await owner.ask(list)).pictures.totalCount).toBe(pictures.totalCount - 1)
    const notFound = { code: 'NOT_FOUND', message: 'Picture not found' }
    for (const id of [media.id, noId, 'x']) expect(await owner.refused(gone, { id })).toEqual(notFound)
  })

  it('is counted, and refused when the store has as many as it may', async () => {
    const { prisma } = shop.database
    const where = { storeId: store.id }
    const { pictures } = await prisma.storeUsage.findUniqueOrThrow({ where })
    expect(pictures).toBe(await prisma.picture.count({ where }))
    await prisma.storeUsage.update({ where, data: { pictures: MAX_PICTURES - 1 } })
    const file = await drawing(40, 30).png().toBuffer()
    const statuses = (await Promise.all([upload(shop, as, file), upload(shop, as, file)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 429])
    expect((await upload(shop, as, file)).body).toEqual({
      error: 'A store can have at most 10000 pictures. Delete some first.',
    })
    expect(await prisma.picture.count({ where })).toBe(pictures + 1)
    await prisma.storeUsage.update({ where, data: { pictures: pictures + 1 } })
  })
})

describe('what is no picture', () => {
  const jpeg = () => drawing(300, 200).jpeg().toBuffer()
  const png = () => drawing(300, 200).png().toBuffer()
  const unknown = 'This file type is not supported. Upload a JPEG, PNG, WebP, AVIF or GIF.'
  const heic =
    'HEIC pictures are not supported. Save it as JPEG; on the iPhone choose Settings > Camera > Formats > Most Compatible for new ones.'
  const broken = 'The picture is damaged or incomplete. Open it, save it again, and upload the new file.'
  const large = 'The picture has more than 40 megapixels. Make it smaller and upload it again.'
  const cut = (file: Buffer, share: number) => file.subarray(0, Math.floor(file.length * share))

  /** A PNG whose header promises these measures, and which holds nothing. */
  async function promising(width: number, height: number) {
    const file = Buffer.from(await png())
    file.writeUInt32BE(width, 16)
    file.writeUInt32BE(height, 20)
    return file
  }

  const files: [name: string, file: () => Promise<Buffer> | Buffer, status: number, error: string][] = [
    ['nothing', () => Buffer.alloc(0), 400, unknown],
    ['a text', () => ofBytes('A cup of tea'), 400, unknown],
    ['a page', () => ofBytes('<html><script>alert(1)</script></html>'), 400, unknown],
    [
      'an SVG',
      () => ofBytes('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
      400,
      unknown,
    ],
    ['a PDF', () => ofBytes('%PDF-1.7\n1 0 obj'), 400, unknown],
    ['a HEIC', () => ofBytes('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic'), 400, heic],
    ['an archive', () => ofBytes('PK\x03\x04\x14\x00'), 400, unknown],
    ['a TIFF', () => drawing(30, 20).tiff().toBuffer(), 400, unknown],
    ['zeros', () => Buffer.alloc(1_000_000), 400, unknown],
    ['the beginning of a JPEG', () => ofBytes('\xff\xd8\xff'), 400, broken],
    ['half a JPEG', async () => cut(await jpeg(), 0.5), 400, broken],
    ['half a PNG', async () => cut(await png(), 0.5), 400, broken],
    ['half a WebP', async () => cut(await drawing().webp().toBuffer(), 0.5), 400, broken],
    ['half an AVIF', async () => cut(await drawing().avif({ effort: 0 }).toBuffer(), 0.5), 400, broken],
    ['a GIF of nothing', () => ofBytes('GIF89a'), 400, broken],
    [
      'a JPEG with noise in it',
      async () => Buffer.concat([cut(await jpeg(), 0.1), Buffer.alloc(9_000, 'noise')]),
      400,
      broken,
    ],
    ['a page that says it is a PNG', () => ofBytes('\x89PNG\r\n\x1a\n<script>alert(1)</script>'), 400, broken],
    ['an AVIF by name alone', () => ofBytes('\0\0\0\x18ftypavif\0\0\0\0mif1avif'), 400, broken],
    ['a bomb of 2.5 billion pixels', () => promising(50_000, 50_000), 400, large],
    ['a picture without a side', () => promising(0, 200), 400, broken],
    ['a real one of 42 megapixels', () => drawing(7_000, 6_000).png().toBuffer(), 400, large],
    [
      'one of more than 10 MiB',
      () => Buffer.concat([ofBytes('\xff\xd8\xff'), Buffer.alloc(10 * 1024 * 1024)]),
      413,
      'Body too large',
    ],
  ]

  it.each(files)('is refused: %s', async (_, file, status, error) => {
    const answer = await upload(shop, as, await file())
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { error } })
  })

  const form = 'Send the picture as multipart/form-data, in a part named "file" with a file name.'
  it.each([
    ['another part', async () => upload(shop, as, await png(), { part: 'picture' }), 400, form],
    ['JSON', () => send(shop, as, ofBytes('{}'), 'application/json'), 400, form],
    ['a broken form', () => send(shop, as, ofBytes('--x\r\n'), 'multipart/form-data; boundary=x'), 400, form],
    ['a form without boundary', () => send(shop, as, ofBytes('x'), 'multipart/form-data'), 400, form],
    ['the picture alone', async () => send(shop, as, await png(), 'image/png'), 415, 'Unsupported media type'],
    ['nothing', () => send(shop, as, Buffer.alloc(0), null), 400, form],
  ])('is refused: %s', async (_, call, status, error) => {
    const answer = await call()
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { error } })
  })

  it('leaves nothing behind, and the service as it was', async () => {
    const before = await shop.database.prisma.picture.count()
    expect((await upload(shop, as, await png())).status).toBe(200)
    expect(await shop.database.prisma.picture.count()).toBe(before + 1)
  })
})

describe('a picture’s address', () => {
  it('is asked for with a key of the store', async () => {
    const file = await drawing(40, 30).png().toBuffer()
    const other = await shop.addStore()
    const strangers = [
      { subdomain: store.subdomain, key: null },
      { subdomain: other.subdomain, key: owner.key },
    ]
    for (const stranger of strangers) expect((await upload(shop, stranger, file)).status).toBe(401)
    expect((await upload(shop, { ...as, subdomain: 'nowhere' }, file)).status).toBe(404)
  })

  it('is of one store, and of what there is', async () => {
    const { media } = (await upload(shop, as, await drawing(40, 30).png().toBuffer())).body
    const other = await shop.addStore()
    for (const url of [
      `/media/${other.subdomain}/${media.id}`,
      `/media/nowhere/${media.id}`,
      `/media/${store.subdomain}/${noId}?w=320`,
      `/media/${store.subdomain}/..%2F${media.id}`,
      `/media/${store.subdomain}/%0a${media.id}`,
      `/media/${store.subdomain}/${media.id.slice(1)}`,
    ]) {
      // The header says that any version will do: there is none.
      const { status, bytes } = await show(shop, url, { 'if-none-match': '*' })
      expect([url, status, JSON.parse(bytes.toString())]).toEqual([url, 404, { error: 'Picture not found' }])
    }
    for (const w of ['0', '321', 'x', '640&w=640', '']) {
      const { status, bytes } = await show(shop, `${media.url}?w=${w}`)
      expect([w, status, JSON.parse(bytes.toString())]).toEqual([
        w,
        400,
        { error: 'w must be one of 320, 640, 960, 1280' },
      ])
    }
    const posted = await shop.app.inject({ method: 'POST', url: `/media/${store.subdomain}/${media.id}` })
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('is limited by client', async () => {
    const other = await shop.addStore()
    const ask = () => show(shop, `/media/${other.subdomain}/${noId}`, { 'x-forwarded-for': '192.0.2.77' })
    for (let asked = 0; asked < 100; asked += 1) expect((await ask()).status).toBe(404)
    const { status, bytes, headers } = await ask()
    expect([status, JSON.parse(bytes.toString())]).toEqual([429, { error: 'Too many requests' }])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
})
