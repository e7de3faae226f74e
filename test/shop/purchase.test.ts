import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillTown } from '../support/address-fields.ts'
import { violations } from '../support/axe.ts'
import { looks, measure, noBrowser, openBrowser, openPage, picture, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'

let shop: Shop
let browser: Browser
let origin: string

describe('a purchase in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited, checkout: unlimited } })
    await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  const expectGood = async (page: Page, name: string) => {
    const { overflow } = await measure(page)
    expect([name, overflow]).toEqual([name, 0])
    expect([name, await violations(page)]).toEqual([name, []])
  }

  it.each([looks[0], looks[3]])(
    'goes from the product over cart and checkout to an order that is confirmed: $scheme, $width',
    async (look) => {
      const { page, complaints, requests, close } = await openPage(browser, look)
      const check = async (name: string) => {
        await picture(page, `shop-${name}-${look.scheme}-${look.width}`)
        await expectGood(page, name)
      }
      await page.goto(`${origin}/shop/demo/p/assam`)
      await Promise.all(['buy', 'choices'].map((island) => started(page, island)))
      await page.getByRole('link', { name: /^250g/ }).click()
      await page.locator('#said', { hasText: '₹499' }).waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByText('It is in your cart.').waitFor()
      await page.getByText('1 of this in your cart').waitFor()
      await page.getByRole('link', { name: 'Go to the cart' }).click()
      await page.getByRole('heading', { name: 'Your cart' }).waitFor()
      await page.getByRole('button', { name: 'One more of Assam' }).click()
      await page.getByText('₹998').first().waitFor()
      await page.getByLabel('Discount code').fill('WELCOME10')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('Code WELCOME10').waitFor()
      await check('cart')
      await page.reload()
      expect(await page.getByLabel('Quantity of Assam').inputValue()).toBe('2')

      await page.getByRole('link', { name: 'Go to checkout' }).click()
      await page.getByLabel('Name').first().fill('  ')
      // A code is used once by each number.
      await page.getByLabel('Phone').fill(look === looks[0] ? '98765 43210' : '98765 43211')
      await page.getByLabel('Address').fill('14 Chapel Road, Mumbai')
      await fillTown(page)
      await page.getByRole('button', { name: /^Order/ }).click()
      await page.locator('#problems').waitFor()
      await check('checkout')
      expect(await page.getByLabel('Address').inputValue()).toBe('14 Chapel Road, Mumbai')
      await page.getByLabel('Name').first().fill('Asha Rao')
      await page.getByRole('button', { name: /^Order/ }).dblclick()
      await page.waitForURL(/\/pay\//)
      await check('pay')
      await page.getByRole('button', { name: /^Pay ₹/ }).click()
      await page.waitForURL(/\/order\//)
      await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor()
      await check('order')
      expect(await shop.database.prisma.order.count({ where: { buyerName: 'Asha Rao' } })).toBe(
        look === looks[0] ? 1 : 2,
      )
      expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
      expect(requests.filter((url) => !url.startsWith(origin))).toEqual([])
      await close()
    },
  )
})
