import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser } from '../../../test/support/browser.ts'
import { needs } from '../../../test/support/needs.ts'
import type { Answer, Cart } from '../src/index.ts'
import { openTeaHouse, type TeaHouse } from './tea-house.ts'

/** Two tabs of a shop on an origin of its own, in Chromium. */
describe('in a browser', needs(noBrowser), () => {
  let house: TeaHouse
  let browser: Browser
  let site: Server
  let tabs: [Page, Page]

  beforeAll(async () => {
    house = await openTeaHouse()
    const options = JSON.stringify({ baseUrl: house.baseUrl, store: house.store.subdomain })
    const { outputFiles } = await build({
      stdin: {
        contents: `import { createStorefront } from './src/index.ts'
          window.shop = createStorefront({ ...${options}, storage: localStorage })
          window.shopOfTab = createStorefront({ ...${options}, storage: sessionStorage })`,
        resolveDir: 'clients/typescript',
      },
      ...{ bundle: true, write: false, format: 'esm', target: 'es2022' },
    })
    const page = `<!doctype html><title>Tea House</title><script type="module">${outputFiles?.[0]?.text}</script>`
    site = createServer((_, response) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page))
    await once(site.listen(0, '127.0.0.1'), 'listening')
    // A server that listens on TCP has an AddressInfo.
    const { port } = site.address() as AddressInfo
    browser = await openBrowser()
    const context = await browser.newContext()
    tabs = [await context.newPage(), await context.newPage()]
    for (const tab of tabs) {
      await tab.goto(`http://127.0.0.1:${port}/`)
      await tab.waitForFunction('window.shop')
    }
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await house?.close()
  })

  /** The same in both tabs at once, as an expression of the page. */
  const inBoth = <Result>(expression: string) => Promise.all(tabs.map((tab) => tab.evaluate<Result>(expression)))

  /** The second tab does not see what the first one has stored under a name, as on a busy machine for a moment. */
  const hideFromSecond = (name: string) =>
    tabs[1].evaluate(`(() => {
      window.read ??= Storage.prototype.getItem
      Storage.prototype.getItem = function (key) { return key.endsWith('${name}') ? null : window.read.call(this, key) }
    })()`)

  it('two tabs fill one cart and place one order, and both are logged out', async () => {
    const { product } = await house.visit().product({ idOrSlug: 'cup' })
    await hideFromSecond(':cart')
    const [first, second] = await inBoth<Cart>(`shop.changeCart({ add: [{ id: '${product.id}', qty: 1 }] })`)
    expect(second?.id).toBe(first?.id)
    await tabs[0].evaluate(`shop.signUp({ name: 'Asha', phone: '7200000001', password: 'secret1' })`)
    // A tab sees a little later what another has stored.
    await expect.poll(() => tabs[1].evaluate('shop.isLoggedIn()')).toBe(true)
    expect(await tabs[1].evaluate('shop.me()')).toMatchObject({ customer: { name: 'Asha' } })
    await hideFromSecond(':checkout')
    // No tab is answered before both have asked.
    let asked = 0
    const haveAsked = new Promise<void>((resolve) => {
      void tabs[0].context().route('**/checkout', async (route) => {
        asked += 1
        if (asked === 2) resolve()
        await haveAsked
        await route.continue()
      })
    })
    const [placed, again] = await inBoth<Answer<'checkout'>>(
      `shop.checkout({ buyer: { name: 'Asha', phone: '7200000001' } })`,
    )
    expect(placed?.breakdown.subtotal).toBe(180)
    expect(again?.orderNo).toBe(placed?.orderNo)
    expect(await house.orders()).toBe(1)
    const followed = `shop.followOrder({ orderNo: '${placed?.orderNo}', phone: '7200000001' }).next()`
    expect(await tabs[1].evaluate(followed)).toMatchObject({ value: { order: { status: 'pending' } } })
    await tabs[1].evaluate('shop.logOut()')
    await expect.poll(() => tabs[0].evaluate('shop.isLoggedIn()')).toBe(false)
  })

  it('two tabs with `sessionStorage` have a cart each', async () => {
    const { product } = await house.visit().product({ idOrSlug: 'cup' })
    const [first, second] = await inBoth<Cart>(`shopOfTab.changeCart({ add: [{ id: '${product.id}', qty: 1 }] })`)
    expect(second?.id).not.toBe(first?.id)
    expect(await tabs[0].evaluate('shopOfTab.findCart()')).toMatchObject({ id: first?.id, items: [{ qty: 1 }] })
    expect(await tabs[1].evaluate('shopOfTab.findCart()')).toMatchObject({ id: second?.id, items: [{ qty: 1 }] })
  })

  it('a page of another origin reads what is wrong', async () => {
    const caught = `shop.signUp({ name: '', phone: 'x', password: 'x' }).catch(({ code, requestId, errors }) => ({ code, requestId, errors }))`
    expect(await tabs[0].evaluate(caught)).toEqual({
      code: 'BAD_USER_INPUT',
      requestId: expect.any(String),
      errors: expect.arrayContaining([expect.objectContaining({ field: 'name' })]),
    })
  })
})
