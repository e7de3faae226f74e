import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const ids = ['019a0000-0000-7000-8000-00000000000a', '019a0000-0000-7000-8000-00000000000b'] as const
let store: Store
let owner: Owner
let own: string
beforeEach(async () => {
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
  own = `/media/${store.subdomain}/${ids[0]}`
  const size = { width: 800, height: 600, size: 9, thumbhash: 'x' }
  await shop.database.prisma.picture.createMany({ data: ids.map((id) => ({ ...size, id, storeId: store.id })) })
})

const save = (markdown: string) =>
  owner.ask('mutation ($input: PageInput!) { upsertPage(input: $input) { id markdown } }', {
    input: { slug: 'about', title: 'About', published: true, markdown },
  })
const html = async () => (await shop.app.inject(`/api/sites/${store.subdomain}/pages/about`)).json().html

describe('a picture on a page', () => {
  it('is an upload of the store, whatever host it was given with, with its sizes', async () => {
    const { upsertPage } = await save(`![A tin](http://somewhere.example${own})`)
    expect(upsertPage.markdown).toBe(`![A tin](${own})`)
    const address = `http://localhost:80${own}`
    expect((await html()).replaceAll('http://localhost/', 'http://localhost:80/')).toBe(
      `<p><img src="${address}" srcset="${address}?w=320 320w, ${address}?w=640 640w, ${address} 800w" sizes="(min-width: 48rem) 44rem, 100vw" alt="A tin" width="800" height="600" loading="lazy"></p>\n`,
    )
    const page = (await shop.app.inject(`/shop/${store.subdomain}/pages/about`)).body
    expect(page).toContain(`<img src="${own}" srcset="${own}?w=320 320w`)
  })

  it('of another store, another host, or that is not there is its description', async () => {
    const other = await shop.addStore()
    await save(
      `![One](/media/${other.subdomain}/${ids[0]}) ![Two](https://x.example/a.png) ![Three](/media/${store.subdomain}/019a0000-0000-7000-8000-00000000000c)`,
    )
    expect(await html()).toBe('<p>One Two Three</p>\n')
  })

  it('counts as used, until it is gone', async () => {
    await save(`![A tin](${own})`)
    const uses = '{ pictures { nodes { id useCount uses { place pageTitle productName } } } }'
    const { pictures } = await owner.ask(uses)
    const found = pictures.nodes.find(({ id }: { id: string }) => id === ids[0])
    expect(found).toMatchObject({ useCount: 1, uses: [{ place: 'PAGE', pageTitle: 'About', productName: null }] })
    const { deleteUnusedPictures } = await owner.ask('mutation ($ids: [ID!]!) { deleteUnusedPictures(ids: $ids) }', {
      ids,
    })
    expect(deleteUnusedPictures).toEqual([ids[1]])
    expect((await owner.ask('{ pictures(used: true) { nodes { id } } }')).pictures.nodes).toEqual([{ id: ids[0] }])
    expect(await html()).toContain('<img ')
    await owner.ask('mutation ($id: ID!) { deletePicture(id: $id) { id } }', { id: ids[0] })
    expect(await html()).toBe('<p>A tin</p>\n')
  })
})
