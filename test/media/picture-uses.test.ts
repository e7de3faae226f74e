import { beforeAll, describe, expect, it } from 'vitest'
import { type Owner, ownerOf } from '../support/owner.ts'
import { drawing, noId, show, upload } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({
  products: Array.from({ length: 22 }, (_, at) => ({ slug: `tea-${at}`, name: `Tea ${at}`, price: 1 })),
})
const owner = await ownerOf(shop, store)
const file = await drawing(40, 30).png().toBuffer()

interface Uploaded {
  id: string
  url: string
}

const uploaded = async (by: Owner = owner, subdomain = store.subdomain): Promise<Uploaded> =>
  (await upload(shop, { subdomain, key: by.key }, file)).body.media

const PICTURES = `query ($used: Boolean) { pictures(used: $used) {
  totalCount nodes { id useCount uses { place productId productName alt } } } }`
const pictures = async (used: boolean | null = null) => (await owner.ask(PICTURES, { used })).pictures

async function put(slug: string, media: object[]): Promise<string> {
  const { product } = await owner.ask('query ($slug: String!) { product(slug: $slug) { id version } }', { slug })
  const UPSERT = 'mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }'
  await owner.ask(UPSERT, { input: { ...product, media } })
  return product.id
}

const DELETE = 'mutation ($ids: [ID!]!) { deleteUnusedPictures(ids: $ids) }'
const remove = async (...ids: string[]) => (await owner.ask(DELETE, { ids })).deleteUnusedPictures
const usage = async () =>
  (await shop.database.prisma.storeUsage.findUniqueOrThrow({ where: { storeId: store.id } })).pictures

let tea: Uploaded
let cup: Uploaded
let logo: Uploaded
let hero: Uploaded
let spare: Uploaded

describe('the pictures of a store', () => {
  beforeAll(async () => {
    tea = await uploaded()
    cup = await uploaded()
    logo = await uploaded()
    hero = await uploaded()
    spare = await uploaded()
    const { version } = (await owner.ask('{ store { version } }')).store
    const input = { appearance: { logo: { url: logo.url, alt: 'A leaf' }, heroPicture: { url: hero.url } } }
    const UPDATE =
      'mutation ($version: Int!, $input: StoreInput!) { updateStore(version: $version, input: $input) { version } }'
    await owner.ask(UPDATE, { version, input })
  })

  it('say where they are used and what they show there', async () => {
    const first = await put('tea-0', [{ url: cup.url, alt: 'A cup' }, { url: tea.url }])
    // As a host that the service had before, and in capitals.
    const second = await put('tea-1', [
      { url: `https://old.example/media/${store.subdomain}/${tea.id.toUpperCase()}?w=320`, alt: 'Leaves' },
      { url: 'https://images.example.com/a.jpg' },
    ])
    const { nodes, totalCount } = await pictures()
    expect(totalCount).toBe(5)
    const usesOf = ({ id }: Uploaded) => nodes.find((node: Uploaded) => node.id === id)
    const none = { productId: null, productName: null }
    const of = (productId: string, productName: string, alt: string) => ({
      place: 'PRODUCT',
      productId,
      productName,
      alt,
    })
    expect(usesOf(spare)).toMatchObject({ useCount: 0, uses: [] })
    expect(usesOf(logo)).toMatchObject({ useCount: 1, uses: [{ place: 'LOGO', ...none, alt: 'A leaf' }] })
    expect(usesOf(hero)).toMatchObject({ useCount: 1, uses: [{ place: 'HOME_PAGE', ...none, alt: '' }] })
    expect(usesOf(cup)).toMatchObject({ useCount: 1, uses: [of(first, 'Tea 0', 'A cup')] })
    const teas = usesOf(tea)
    expect(teas.useCount).toBe(2)
    expect(teas.uses).toHaveLength(2)
    expect(teas.uses).toEqual(expect.arrayContaining([of(first, 'Tea 0', ''), of(second, 'Tea 1', 'Leaves')]))
  })

  it('can be listed by whether they are used, in a constant number of statements', async () => {
    const ids = async (used: boolean) => (await pictures(used)).nodes.map(({ id }: Uploaded) => id)
    expect(await ids(true)).toEqual([hero, logo, cup, tea].map(({ id }) => id))
    expect(await ids(false)).toEqual([spare.id])
    expect((await pictures(false)).totalCount).toBe(1)
    const statements = async () => {
      shop.statements()
      await pictures(true)
      return shop.statements().length
    }
    const few = await statements()
    await put('tea-2', [{ url: spare.url }])
    for (let at = 0; at < 3; at += 1) await put(`tea-${at + 3}`, [{ url: (await uploaded()).url }])
    expect(await statements()).toBe(few)
    expect(few).toBeLessThanOrEqual(7)
    await put('tea-2', [])
  })

  it('that many products use name 20 of them, and count all', async () => {
    const many = await uploaded()
    const images = [new URL(many.url).pathname]
    await shop.database.prisma.product.updateMany({ where: { storeId: store.id }, data: { images } })
    const found = (await pictures()).nodes.find(({ id }: Uploaded) => id === many.id)
    expect([found.useCount, found.uses.length]).toEqual([22, 20])
  })

  it('are deleted when nothing uses them, and otherwise stay', async () => {
    await put('tea-0', [{ url: cup.url }])
    const other = await shop.addStore()
    const theirs = await uploaded(await ownerOf(shop, other), other.subdomain)
    const [one, two] = [await uploaded(), await uploaded()]
    const count = await usage()
    expect(await remove(logo.id, hero.id, cup.id, theirs.id, noId, 'no id')).toEqual([])
    expect(await usage()).toBe(count)
    expect((await remove(one.id.toUpperCase(), cup.id, two.id, two.id)).toSorted()).toEqual([one.id, two.id].toSorted())
    expect(await usage()).toBe(count - 2)
    const statuses = await Promise.all([one, two, cup, theirs].map(async ({ url }) => (await show(shop, url)).status))
    expect(statuses).toEqual([404, 404, 200, 200])
    expect(await remove(spare.id)).toEqual([spare.id])
    const CHANGES = '{ changes(subject: { kind: PICTURE }, first: 2) { nodes { action detail subject { id } } } }'
    expect((await owner.ask(CHANGES)).changes.nodes).toEqual([
      { action: 'DELETED', detail: '', subject: { id: spare.id } },
      { action: 'DELETED', detail: '2 unused pictures', subject: { id: null } },
    ])
    const tooMany = await owner.refused(DELETE, { ids: Array.from({ length: 101 }, () => noId) })
    expect(tooMany).toEqual({ code: 'BAD_USER_INPUT', message: 'ids: expected at most 100, found 101' })
  })
})
