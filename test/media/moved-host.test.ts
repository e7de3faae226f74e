import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import { ownerOf } from '../support/owner.ts'
import { drawing, noId, upload } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore()
const owner = await ownerOf(shop, store)
const { prisma } = shop.database
const where = { storeId: store.id }

const uploaded = async (): Promise<{ id: string; url: string; path: string }> => {
  const { body } = await upload(
    shop,
    { subdomain: store.subdomain, key: owner.key },
    await drawing(400, 300).png().toBuffer(),
  )
  const { id, url } = body.media
  return { id, url, path: `/media/${store.subdomain}/${id}` }
}

const SAVE = `mutation Save($input: ProductInput!) {
  upsertProduct(input: $input) { id slug version images media { url alt } }
}`

/** What a shopper and the owner read at this host. */
async function readAt(host: string, slug: string) {
  const headers = { host }
  const site = `/api/sites/${store.subdomain}`
  const page = (await shop.app.inject({ url: `${site}/products/${slug}`, headers })).json()
  const list = (await shop.app.inject({ url: `${site}/products`, headers })).json()
  const key = { authorization: `Bearer ${owner.key}` }
  const query = 'query One($slug: String) {product(slug: $slug) {images media {url}}}'
  const url = `${site}/owner/graphql`
  const answer = await shop.app.inject({
    ...{ method: 'POST', url, headers: { ...headers, ...key }, payload: { query, variables: { slug } } },
  })
  const file = await shop.app.inject({ url: `${site}/owner/export/products.csv`, headers: { ...headers, ...key } })
  return {
    page: page.product.images,
    media: page.product.media.map((picture: { url: string }) => picture.url),
    list: list.products.find((product: { slug: string }) => product.slug === slug).images,
    owner: answer.json().data.product,
    file: file.body,
  }
}

describe('an uploaded picture of a product', () => {
  it('is stored by its path, and has the address of the host that is called', async () => {
    const { url, path } = await uploaded()
    const elsewhere = `https://cdn.example/media/${store.subdomain}/${noId}`
    const given = [url, `${url}?w=640`, elsewhere, '/pictures/assam.svg']
    const media = given.map((address) => ({ url: address, alt: 'Leaf' }))
    const { upsertProduct } = await owner.ask(SAVE, { input: { name: 'Moved', price: 5, media } })
    const stored = [path, path, elsewhere, '/pictures/assam.svg']
    expect(await prisma.product.findFirst({ where: { ...where, id: upsertProduct.id } })).toMatchObject({
      images: stored,
      media: stored.map((address) => ({ url: address, alt: 'Leaf' })),
    })
    for (const host of ['shop.example', 'new.example:8080']) {
      const own = `http://${host}${path}`
      const seen = await readAt(host, upsertProduct.slug)
      const absolute = [own, own, elsewhere, `http://${host}/pictures/assam.svg`]
      expect([seen.page, seen.media, seen.list]).toEqual([absolute, absolute, absolute])
      expect(seen.owner.images).toEqual([own, own, elsewhere, '/pictures/assam.svg'])
      expect(seen.owner.media.map((picture: { url: string }) => picture.url)).toEqual(seen.owner.images)
      expect(seen.file).toContain(own)
    }
  })

  it('is the same after what was read at another host is saved', async () => {
    const { url, path } = await uploaded()
    const { upsertProduct } = await owner.ask(SAVE, { input: { name: 'Saved again', price: 5, images: [url] } })
    const { slug, version } = upsertProduct
    const { owner: read } = await readAt('other.example', slug)
    const again = await owner.ask(SAVE, { input: { slug, version, images: read.images } })
    expect(again.upsertProduct.version).toBe(version)
    expect(await prisma.product.findFirstOrThrow({ where: { ...where, slug } })).toMatchObject({ images: [path] })
  })

  it('of another store keeps the address it was given with', async () => {
    const other = await shop.addStore()
    const { url } = await uploaded()
    const save = await (await ownerOf(shop, other)).ask(SAVE, { input: { name: 'Borrowed', price: 5, images: [url] } })
    expect(save.upsertProduct.images).toEqual([url])
    const product = await prisma.product.findFirstOrThrow({ where: { storeId: other.id } })
    expect(product.images).toEqual([url])
  })
})

describe('a picture of the store itself', () => {
  it('is stored by its path, too', async () => {
    const { url, path } = await uploaded()
    const { store: read } = await owner.ask('{store {version}}')
    const { updateStore } = await owner.ask(
      `mutation Look($version: Int!, $url: String!) {
        updateStore(version: $version, input: {appearance: {logo: {url: $url}, heroPicture: {url: $url}}}) {
          appearance { logo { url } heroPicture { url } }
        }
      }`,
      { version: read.version, url: `https://old.example${path}` },
    )
    expect(updateStore.appearance).toEqual({ logo: { url }, heroPicture: { url } })
    const stored = await prisma.store.findUniqueOrThrow({ where: { id: store.id } })
    expect(stored).toMatchObject({ shopLogo: path, heroPicture: path })
  })

  it('has the public address in a bundle when that is known', async () => {
    const { path } = await uploaded()
    await prisma.store.update({ where: { id: store.id }, data: { shopLogo: path } })
    const urlIn = async (base?: string) =>
      (await exportBundle(prisma, store.subdomain, base))?.store.appearance?.logo?.url
    expect([await urlIn(), await urlIn('https://shop.example')]).toEqual([path, `https://shop.example${path}`])
  })
})

describe('the migration', () => {
  const statements = readFileSync('prisma/migrations/20261127172500_uploads_by_path/migration.sql', 'utf8')
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '')

  it('removes the host of uploads alone', async () => {
    const { path } = await uploaded()
    const { upsertProduct: older } = await owner.ask(SAVE, { input: { name: 'Older', price: 5 } })
    const { upsertProduct: bare } = await owner.ask(SAVE, { input: { name: 'Bare', price: 5 } })
    const foreign = ['https://cdn.example/a.jpg', `https://cdn.example/media/${store.subdomain}/${noId}`]
    const addresses = [`https://old.example${path}?w=320`, ...foreign, `http://localhost:4000${path}`]
    const media = addresses.map((url, index) => ({ url, alt: `No. ${index}`, width: null, height: null }))
    await prisma.product.updateMany({ where: { id: older.id }, data: { images: addresses, media } })
    await prisma.store.update({
      where: { id: store.id },
      data: { shopLogo: addresses[0] ?? '', heroPicture: 'https://cdn.example/hero.jpg' },
    })
    const stored = [path, ...foreign, path]
    for (const _ of ['once', 'again']) {
      for (const statement of statements) await prisma.$executeRawUnsafe(statement)
      const [product, other] = await Promise.all(
        [older, bare].map(({ id }) => prisma.product.findFirstOrThrow({ where: { ...where, id } })),
      )
      expect(product).toMatchObject({ images: stored, media: media.map((each, at) => ({ ...each, url: stored[at] })) })
      expect(other).toMatchObject({ images: [], media: [] })
      const look = await prisma.store.findUniqueOrThrow({ where: { id: store.id } })
      expect(look).toMatchObject({ shopLogo: path, heroPicture: 'https://cdn.example/hero.jpg' })
    }
  })
})
