import { expect, it } from 'vitest'
import { createPictureCopying } from '../../../src/commerce/catalog/picture-copy/run-picture-copy.ts'
import { parseNetwork } from '../../../src/platform/network/network.ts'
import { ownerOf } from '../../support/owner.ts'
import { openPictureHost, picture } from '../../support/picture-host.ts'
import { drawing } from '../../support/pictures.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

/** More than are read at once. */
const PRODUCTS = 210

const shop = await forAllTests(
  openShop({ limitsOff: true, pictureFetch: { networks: [parseNetwork('127.0.0.1/32')] } }),
)
const host = await forAllTests(openPictureHost())

it('a picture that all of many products show is asked for once, and replaced in each', async () => {
  host.answers.set('/leaf.jpg', picture(await drawing(80, 60).jpeg().toBuffer()))
  const products = Array.from({ length: PRODUCTS }, (_, number) => ({
    ...{ slug: `tea-${number}`, name: `Tea ${number}`, price: 10 },
    images: [`${host.url}/leaf.jpg`],
  }))
  const store = await shop.addStore({ products })
  const owner = await ownerOf(shop, store)
  const { id } = (await owner.ask('mutation { copyPictures { id } }')).copyPictures
  const status = async () => (await owner.ask('{ pictureCopy { status copied failed } }')).pictureCopy
  const copy = createPictureCopying(shop.services)
  while ((await status()).status === 'RUNNING') {
    await copy({ storeId: store.id, copyId: id }, new AbortController().signal)
  }
  expect(await status()).toEqual({ status: 'DONE', copied: 1, failed: 0 })
  expect(host.asked).toEqual(['/leaf.jpg'])
  const left = { storeId: store.id, images: { has: `${host.url}/leaf.jpg` } }
  expect(await shop.database.prisma.product.count({ where: left })).toBe(0)
})

it('what one store has copied is a link as before in another, also when its product is imported again', async () => {
  host.answers.set('/pot.jpg', picture(await drawing(80, 60).jpeg().toBuffer()))
  const images = [`${host.url}/pot.jpg`]
  const open = async () => {
    const store = await shop.addStore({ products: [{ slug: 'pot', name: 'Pot', price: 10, images }] })
    return { store, owner: await ownerOf(shop, store) }
  }
  const [first, second] = [await open(), await open()]
  const { id } = (await first.owner.ask('mutation { copyPictures { id } }')).copyPictures
  const copy = createPictureCopying(shop.services)
  const running = { storeId: first.store.id, id, status: 'RUNNING' } as const
  while ((await shop.database.prisma.pictureCopy.count({ where: running })) > 0) {
    await copy({ storeId: first.store.id, copyId: id }, new AbortController().signal)
  }
  for (const { owner } of [first, second]) {
    await owner.ask(`mutation { importProducts(rows: [{ slug: "pot", price: 11, images: "${images}" }]) { imported } }`)
  }
  const imagesOf = async ({ owner }: typeof first) =>
    (await owner.ask('{ product(slug: "pot") { images } }')).product.images
  expect(await imagesOf(first)).toEqual([expect.stringContaining(`/media/${first.store.subdomain}/`)])
  expect(await imagesOf(second)).toEqual(images)
})
