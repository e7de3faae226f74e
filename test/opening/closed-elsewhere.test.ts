import { afterAll, describe, expect, inject, it } from 'vitest'
import { productIdOf } from '../support/buying.ts'
import { answersTo, answerTo, openNeighbour, passTime, publicRequests } from '../support/public-requests.ts'
import { openShop } from '../support/shop.ts'
import { close, termsPage } from './opening.ts'

const shop = await openShop({ limitsOff: true })
const other = await openNeighbour(shop, { shop: true, shopAssets: inject('shopAssets') })
const store = await shop.addStore({
  products: [{ slug: 'first-flush', name: 'First flush', price: 100, category: 'Tea' }],
  reviews: [{ product: 'first-flush', name: 'Ravi', rating: 5, body: 'Like the first-flush it is.', approved: true }],
  pages: [termsPage],
})
const { subdomain } = store
const product = { id: await productIdOf(shop, store, 'first-flush'), slug: 'first-flush', category: 'Tea' }
const requests = publicRequests(subdomain, product)
const pages = [`/shop/${subdomain}`, `/shop/${subdomain}/p/first-flush`, `/shop/${subdomain}/search`]
const sitemap = { method: 'GET', url: `/shop/${subdomain}/sitemap/1` } as const
const time = passTime({ isStill: true })
afterAll(async () => {
  time.restore()
  await other.app.close()
  await shop.close()
})

const shows = (answers: Awaited<ReturnType<typeof answersTo>>) =>
  Object.values(answers).some(({ body }) => body.includes('first-flush'))

describe('a store that closes while its answers are cached', () => {
  it('is closed at once in its process, and in others within a second', async () => {
    for (const { app } of [shop, other]) {
      expect(shows(await answersTo(app, requests))).toBe(true)
      // A second time: from the cache.
      expect(shows(await answersTo(app, requests))).toBe(true)
      for (const url of pages) expect((await answerTo(app, { method: 'GET', url })).body).not.toContain('opens soon')
      expect((await answerTo(app, sitemap)).body).toContain('first-flush')
    }
    await close(shop, store)
    expect(shows(await answersTo(shop.app, requests))).toBe(false)
    await time.pass(1_001)
    for (const { app } of [shop, other]) {
      expect(shows(await answersTo(app, requests))).toBe(false)
      for (const url of pages) {
        const { status, body } = await answerTo(app, { method: 'GET', url })
        expect([status, body.includes('This shop opens soon'), body.includes('first-flush')]).toEqual([
          200,
          true,
          false,
        ])
      }
      const { status, body } = await answerTo(app, sitemap)
      expect([status, body.includes('first-flush')]).toEqual([404, false])
    }
  })
})
