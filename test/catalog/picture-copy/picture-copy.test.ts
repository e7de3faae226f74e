import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KeyScope } from '../../../src/api/admission/key-scopes.ts'
import { createPictureCopying } from '../../../src/commerce/catalog/picture-copy/run-picture-copy.ts'
import { createOwnerKey } from '../../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { parseNetwork } from '../../../src/platform/network/network.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { openPictureHost, type PictureHost, picture } from '../../support/picture-host.ts'
import { drawing, show } from '../../support/pictures.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

let store: Store
let owner: Owner
let host: PictureHost
let drawn: Buffer

const shop = await forAllTests(
  openShop({ limitsOff: true, pictureFetch: { networks: [parseNetwork('127.0.0.1/32')], timeoutMs: 1_500 } }),
)
const { prisma } = shop.database

const COPY = '{ id status total copied failed failures { url reason products { name } } endedAt }'
const start = async () => (await owner.ask(`mutation { copyPictures ${COPY} }`)).copyPictures
const latest = async () => (await owner.ask(`{ pictureCopy ${COPY} }`)).pictureCopy
const linked = async () => (await owner.ask('{ linkedPictureCount }')).linkedPictureCount
const job = (copyId: string, signal = new AbortController().signal) =>
  createPictureCopying(shop.services)({ storeId: store.id, copyId }, signal)

/** As the queue does, run by run. */
async function copyAll(): Promise<any> {
  const { id } = await start()
  while ((await latest()).status === 'RUNNING') await job(id)
  return latest()
}

const product = async (slug: string) =>
  (
    await owner.ask(
      'query ($slug: String!) { product(slug: $slug) { id version images media { url alt } variants { picture } } }',
      {
        slug,
      },
    )
  ).product

const at = (path: string) => `${host.url}${path}`
const ownPath = (url: string) => new URL(url).pathname
const isOwn = expect.stringMatching(/\/media\/[^/]+\/[0-9a-f-]{36}$/)

const tea = (slug: string, images: string[], more = {}) => ({
  slug,
  name: slug.toUpperCase(),
  price: 10,
  images,
  ...more,
})

async function open(products: object[], settings = {}): Promise<void> {
  store = await shop.addStore({ store: settings, products })
  owner = await ownerOf(shop, store)
}

describe('copying the pictures of a shop that has moved', () => {
  beforeAll(async () => {
    host = await openPictureHost()
    drawn = await drawing(800, 600).jpeg().toBuffer()
  })
  afterAll(() => host?.close())
  beforeEach(() => {
    host.asked.length = 0
    host.answers.clear()
    for (const name of ['a', 'b', 'c']) host.answers.set(`/${name}.jpg`, picture(drawn))
  })

  it('stores each picture once, wherever it is linked, and as an upload is stored', async () => {
    const mint = tea('mint', [at('/a.jpg'), at('/b.jpg')], {
      media: [{ url: at('/a.jpg'), alt: 'Mint', width: 5_000, height: 3_750 }, { url: at('/b.jpg') }],
      variants: [{ options: { size: 'S' }, picture: at('/c.jpg') }],
    })
    const old = tea('old', [at('/b.jpg')], { active: false })
    await open([mint, tea('assam', [at('/a.jpg')]), old], { appearance: { logo: { url: at('/c.jpg'), alt: 'Tea' } } })
    expect(await linked()).toBe(3)
    const { version } = await product('mint')
    expect(await copyAll()).toMatchObject({ status: 'DONE', total: 3, copied: 3, failed: 0, failures: [] })
    expect(host.asked.toSorted()).toEqual(['/a.jpg', '/b.jpg', '/c.jpg'])

    const copied = await product('mint')
    expect(copied).toMatchObject({
      images: [isOwn, isOwn],
      media: [
        { url: copied.images[0], alt: 'Mint' },
        { url: copied.images[1], alt: '' },
      ],
      variants: [{ picture: isOwn }],
    })
    expect(copied.version).toBeGreaterThan(version)
    expect((await product('assam')).images).toEqual([copied.images[0]])
    expect((await product('old')).images).toEqual([copied.images[1]])
    const { shopLogo } = await prisma.store.findUniqueOrThrow({ where: { id: store.id } })
    expect(shopLogo).toBe(ownPath(copied.variants[0].picture))
    expect((await prisma.product.findFirstOrThrow({ where: { storeId: store.id, slug: 'assam' } })).images).toEqual([
      ownPath(copied.images[0]),
    ])
    expect(await show(shop, `${copied.images[0]}?w=320`)).toMatchObject({ status: 200 })
    const { pictures } = await owner.ask('{ pictures(first: 9) { nodes { width height thumbhash useCount } } }')
    expect(pictures.nodes).toHaveLength(3)
    expect(pictures.nodes[0]).toMatchObject({ width: 800, height: 600, thumbhash: expect.stringMatching(/./) })
    const storefront = await shop.app.inject(`/api/sites/${store.subdomain}/products/mint`)
    expect(storefront.json().product.media[0]).toMatchObject({ url: copied.images[0], width: 800, height: 600 })
    expect(await linked()).toBe(0)
    const { changes } = await owner.ask('{ changes(first: 2) { nodes { action detail subject { kind } } } }')
    expect(changes.nodes[0]).toEqual({
      ...{ action: 'IMPORTED', detail: '3 pictures copied from other hosts', subject: { kind: 'PICTURE' } },
    })
  })

  it('lists what failed with product, address and reason, and tries it again on request', async () => {
    host.answers.set('/silent.jpg', () => {})
    host.answers.set('/large.jpg', (response) =>
      response.writeHead(200, { 'content-length': 11 * 1024 ** 2 }).write('x'),
    )
    host.answers.set('/page.jpg', picture(Buffer.from('<html>'), 'text/html'))
    host.answers.set('/drawing.svg', picture(Buffer.from('<svg/>'), 'image/svg+xml'))
    host.answers.set('/broken.jpg', picture(drawn.subarray(0, 40)))
    host.answers.set('/inner.jpg', (response) => response.writeHead(302, { location: 'http://10.0.0.1/x' }).end())
    const names = ['broken.jpg', 'drawing.svg', 'gone.jpg', 'inner.jpg', 'large.jpg', 'page.jpg', 'silent.jpg']
    const links = names.map((name) => at(`/${name}`))
    await open([tea('mint', [at('/a.jpg'), ...links]), tea('pot', [at('/gone.jpg')])])
    const found = await copyAll()
    expect(found).toMatchObject({ status: 'DONE', total: 8, copied: 1, failed: 7 })
    expect(found.failures.map(({ url, reason }: any) => [ownPath(url).slice(1), reason])).toEqual([
      ['broken.jpg', expect.stringContaining('damaged or incomplete')],
      ['drawing.svg', 'It is not a JPEG, PNG, WebP, AVIF or GIF; its host says it is image/svg+xml.'],
      ['gone.jpg', 'It is gone: its host answered 404.'],
      ['inner.jpg', '10.0.0.1 is not on the public internet, so it was not contacted.'],
      ['large.jpg', 'It has more than 10 MB.'],
      ['page.jpg', 'There is a web page at this address, not a picture.'],
      ['silent.jpg', 'It did not arrive within 1.5 s.'],
    ])
    expect(found.failures[2].products.map(({ name }: any) => name).toSorted()).toEqual(['MINT', 'POT'])
    expect((await product('mint')).images.slice(1)).toEqual(links)

    for (const name of names) host.answers.set(`/${name}`, picture(drawn))
    host.asked.length = 0
    expect(await copyAll()).toMatchObject({ total: 7, copied: 7, failed: 0, failures: [] })
    expect(host.asked).toHaveLength(7)
    expect((await product('pot')).images).toEqual([isOwn])
    const { version } = await product('mint')
    expect(await copyAll()).toMatchObject({ status: 'DONE', total: 0, copied: 0, failed: 0 })
    expect((await product('mint')).version).toBe(version)
    expect(host.asked).toHaveLength(7)
  })

  it('leaves what its owner has changed meanwhile, and keeps no picture that nobody uses', async () => {
    const mine = at('/mine.jpg')
    const variants = [{ options: { size: 'S' }, picture: at('/slow.jpg') }]
    await open([tea('mint', [at('/slow.jpg')], { variants }), tea('pot', [at('/slow.jpg'), at('/also.jpg')])])
    const change = async (slug: string, input: object) => {
      const { id, version } = await product(slug)
      const text = 'mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }'
      await owner.ask(text, { input: { id, version, ...input } })
    }
    const { id } = await start()
    host.answers.set('/slow.jpg', async (response) => {
      await change('mint', { images: [mine] })
      picture(drawn)(response, response.req)
    })
    host.answers.set('/also.jpg', async (response) => {
      await change('pot', { images: [at('/slow.jpg')] })
      picture(drawn)(response, response.req)
    })
    while ((await latest()).status === 'RUNNING') await job(id)
    expect(await product('mint')).toMatchObject({ images: [mine], variants: [{ picture: isOwn }] })
    expect((await product('pot')).images).toEqual([isOwn])
    expect(await prisma.picture.count({ where: { storeId: store.id } })).toBe(1)
    expect(await prisma.storeUsage.findFirst({ where: { storeId: store.id } })).toMatchObject({ pictures: 1 })
    // The one of nobody, and its owner's link, which leads nowhere.
    expect(await latest()).toMatchObject({ copied: 1, failed: 1, failures: [{ url: mine }] })
  })

  it('keeps an address that is imported again as its copy, and asks no host for it', async () => {
    await open([tea('mint', [at('/a.jpg')])])
    await copyAll()
    const { images, version } = await product('mint')
    const rows = `mutation { importProducts(rows: [{ slug: "mint", images: "${at('/a.jpg')}" }]) { imported unchanged changed } }`
    expect((await owner.ask(rows)).importProducts).toMatchObject({ unchanged: [1], changed: [] })
    expect(await product('mint')).toMatchObject({ images, version })
    // Said by the owner, it is a link again.
    const { id } = await product('mint')
    await owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }', {
      input: { id, version, images: [at('/a.jpg')] },
    })
    host.asked.length = 0
    expect(await copyAll()).toMatchObject({ total: 1, copied: 1 })
    expect((await product('mint')).images).toEqual(images)
    expect(host.asked).toEqual([])
  })

  it('goes on after a stop in the middle, without asking again for what it has', async () => {
    const names = Array.from({ length: 12 }, (_, number) => `/${number}.jpg`)
    for (const name of names) host.answers.set(name, picture(drawn))
    await open(names.map((name, number) => tea(`tea-${number}`, [at(name)])))
    const { id } = await start()
    const stopping = new AbortController()
    const stopped = job(id, stopping.signal)
    while ((await latest()).copied < 2) await new Promise((resolve) => setTimeout(resolve, 10))
    stopping.abort()
    await stopped
    const { status, copied, total } = await latest()
    expect({ status, total }).toEqual({ status: 'RUNNING', total: 12 })
    expect(copied).toBeLessThan(12)
    // Beside the job that starts it, the run that was stopped has queued another.
    const [queued] = await prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::integer AS count FROM pgboss.job WHERE name = 'picture-copy' AND data->>'copyId' = ${id}`
    expect(queued?.count).toBe(2)
    const before = [...host.asked]
    await job(id)
    expect(await latest()).toMatchObject({ status: 'DONE', copied: 12, failed: 0 })
    // What was on its way when it was stopped is asked for again, at most.
    expect(host.asked.length - before.length).toBeLessThanOrEqual(12 - copied)
    expect(await prisma.picture.count({ where: { storeId: store.id } })).toBe(12)
  })

  it('is one copy however often it is started, and two runs share its pictures', async () => {
    const names = Array.from({ length: 10 }, (_, number) => `/${number}.jpg`)
    for (const name of names) host.answers.set(name, picture(drawn))
    await open(names.map((name, number) => tea(`tea-${number}`, [at(name)])))
    const [one, other] = await Promise.all([start(), start()])
    expect(other.id).toBe(one.id)
    await Promise.all([job(one.id), job(one.id)])
    while ((await latest()).status === 'RUNNING') await job(one.id)
    expect(await latest()).toMatchObject({ status: 'DONE', copied: 10, failed: 0 })
    expect(host.asked.toSorted()).toEqual(names.toSorted())
    expect(await prisma.picture.count({ where: { storeId: store.id } })).toBe(10)
    expect(await prisma.pictureCopy.count({ where: { storeId: store.id } })).toBe(1)
    const { changes } = await owner.ask('{ changes(subject: { kind: PICTURE }, first: 9) { nodes { action } } }')
    expect(changes.nodes.filter(({ action }: any) => action === 'IMPORTED')).toHaveLength(1)
  })

  it('takes up what a process that has died had claimed, and ends when it is cancelled', async () => {
    await open([tea('mint', [at('/a.jpg'), at('/b.jpg')])])
    const { id } = await start()
    host.answers.set('/b.jpg', (response) => response.writeHead(503, { 'retry-after': '60' }).end())
    await job(id)
    expect(await latest()).toMatchObject({ status: 'RUNNING', copied: 1, failed: 0 })
    await job(id)
    expect(host.asked).toHaveLength(2)
    host.answers.set('/b.jpg', picture(drawn))
    await prisma.linkedPicture.updateMany({ where: { storeId: store.id }, data: { notBefore: new Date(0) } })
    const { cancelPictureCopy } = await owner.ask('mutation { cancelPictureCopy { status endedAt } }')
    expect(cancelPictureCopy).toEqual({ status: 'CANCELLED', endedAt: expect.any(String) })
    await job(id)
    expect(host.asked).toHaveLength(2)
    expect(await copyAll()).toMatchObject({ total: 1, copied: 1 })
  })

  it('stops asking a host that does not answer', async () => {
    const closed = await openPictureHost()
    await closed.close()
    const links = Array.from({ length: 12 }, (_, number) => `${closed.url}/${number}.jpg`)
    await open([tea('mint', [...links, at('/a.jpg')])])
    const { copied, failures } = await copyAll()
    expect(copied).toBe(1)
    const lost = failures.filter(({ reason }: any) => reason.startsWith('Not asked for any more'))
    expect(lost.length).toBeGreaterThanOrEqual(5)
    expect(failures).toHaveLength(12)
  })

  it('needs the scope for products', async () => {
    await open([tea('mint', [at('/a.jpg')])])
    const { key } = await createOwnerKey(shop.services, store.id, 'Orders', [KeyScope.ORDERS])
    const { payload } = await shop.app.inject({
      method: 'POST',
      url: `/api/sites/${store.subdomain}/owner/graphql`,
      headers: { authorization: `Bearer ${key}` },
      payload: { query: 'mutation { copyPictures { id } }' },
    })
    expect(JSON.parse(payload).errors[0].extensions.code).toBe('FORBIDDEN')
  })
})
