import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { noBrowser, openBrowser, openPage, picture, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { ownerOf } from '../support/owner.ts'
import { drawing, upload } from '../support/pictures.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited, media: unlimited } }))
const store = await shop.addStore()
const owner = await ownerOf(shop, store)
/** @returns its path */
const uploaded = async (file: Promise<Buffer>): Promise<string> => {
  const { media } = (await upload(shop, { subdomain: store.subdomain, key: owner.key }, await file)).body
  return new URL(media.url).pathname
}
const addProduct = (slug: string, media: { url: string; alt?: string }[]) =>
  owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }', {
    input: { slug, name: slug, price: 5, media },
  })

const opaque = await uploaded(drawing().jpeg().toBuffer())
await addProduct('two', [{ url: opaque, alt: 'A heap' }, { url: '/pictures/assam.svg' }])

describe('the pictures of a product', () => {
  const get = async (slug: string) => {
    const { body, headers } = await shop.app.inject({ url: `/shop/${store.subdomain}/p/${slug}` })
    return { body, policy: String(headers['content-security-policy']) }
  }

  it('have a preview behind the first, of a few bytes, which the policy of this page allows', async () => {
    const { body, policy } = await get('two')
    const [preview = '', ...others] = [...body.matchAll(/<img class="preview" src="([^"]+)"/g)].map(([, src]) => src)
    expect(others).toEqual([])
    expect(preview.length).toBeLessThan(400)
    expect(policy).toContain("img-src 'self' data:;")
    const bitmap = Buffer.from(preview.replace('data:image/bmp;base64,', ''), 'base64')
    expect([bitmap.length, bitmap.readInt32LE(18), bitmap.readInt32LE(22)]).toEqual([54 + 8 * 6 * 3, 8, 6])
    // Blue on the left, red on the right.
    const [left = [], right = []] = [0, 7].map((x) => [...bitmap.subarray(54 + x * 3).subarray(0, 3)])
    expect([Math.sign(Number(left[0]) - Number(left[2])), Math.sign(Number(right[0]) - Number(right[2]))]).toEqual([
      1, -1,
    ])
  })

  it('link to their largest file', async () => {
    const { body } = await get('two')
    const links = [...body.matchAll(/<a class="slide" href="([^"]+)"><span class="unseen">Enlarge: <\/span>/g)]
    expect(links.map(([, href]) => href)).toEqual([opaque, '/pictures/assam.svg'])
  })

  it('have none where it would shine through, or is not known, and the policy is then as strict as ever', async () => {
    const square = sharp({ create: { width: 40, height: 40, channels: 3, background: '#22c' } })
    const half = square.ensureAlpha().extend({ right: 40, background: '#0000' }).png().toBuffer()
    await addProduct('transparent', [{ url: await uploaded(half) }])
    await addProduct('drawn', [{ url: '/pictures/assam.svg' }])
    await addProduct('bare', [])
    for (const slug of ['transparent', 'drawn', 'bare']) {
      const { body, policy } = await get(slug)
      expect(body).not.toContain('class="preview"')
      expect(policy).toContain("img-src 'self';")
    }
  })
})

describe('a picture, in Chromium', needs(noBrowser), () => {
  let browser: Browser
  let url: string
  beforeAll(async () => {
    url = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/shop/${store.subdomain}/p/two`
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const isZoomed = (page: Page) => page.locator('dialog.zoomed').evaluate((dialog) => dialog.matches(':modal'))

  it('opens large by keyboard and pointer, and gives the focus back', async () => {
    const { page, complaints, close } = await openPage(browser, { scheme: 'light', width: 1280 })
    await page.goto(url)
    await started(page, 'gallery')
    const link = page.getByRole('link', { name: 'Enlarge: A heap' })
    await link.focus()
    await page.keyboard.press('Enter')
    expect(await isZoomed(page)).toBe(true)
    expect(page.url()).toBe(url)
    const dialog = page.getByRole('dialog', { name: 'A heap' })
    await page.waitForFunction(
      (path) => document.querySelector<HTMLImageElement>('.zoomed img')?.src.endsWith(path),
      opaque,
    )
    expect((await dialog.getByRole('img').boundingBox())?.width).toBe(1280)
    expect(await violations(page)).toEqual([])
    await picture(page, 'shop-zoom-light-1280')
    await page.keyboard.press('Escape')
    expect(await isZoomed(page)).toBe(false)
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)

    await link.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await isZoomed(page)).toBe(false)

    await page.getByRole('link', { name: 'Picture 2 of 2' }).click()
    await page.getByRole('link', { name: 'Enlarge: two' }).click()
    expect(await page.getByRole('dialog', { name: 'two' }).getByRole('img').isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  it('is a link to its file without script, and for who wants it in another tab', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('link', { name: 'Enlarge: A heap' }).click()
    await page.waitForURL(new RegExp(`${opaque}$`))
    await context.close()
  })

  it('has its preview in its place while it is on its way', async () => {
    const { page, complaints, close } = await openPage(browser, { scheme: 'light', width: 360 })
    await page.route(`**${opaque}*`, () => {})
    await page.goto(url, { waitUntil: 'commit' })
    const preview = page.locator('img.preview')
    await preview.waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('img.preview')?.complete)
    const [shown, place] = await page.evaluate(() =>
      ['img.preview', '.slide .picture'].map((name) => document.querySelector(name)?.getBoundingClientRect().toJSON()),
    )
    expect(shown).toEqual(place)
    expect(await preview.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(6)
    await picture(page, 'shop-preview-light-360')
    expect(complaints).toEqual([])
    await close()
  })
})
