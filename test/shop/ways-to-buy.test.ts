import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillTown } from '../support/address-fields.ts'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'

let shop: Shop
let browser: Browser
let home: string

const fillIn = async (page: Page) => {
  await page.getByLabel('Name').first().fill('Asha Rao')
  await page.getByLabel('Phone').fill('98765 43210')
  await page.getByLabel('Address').fill('14 Chapel Road, Mumbai')
  await fillTown(page)
}

describe('a purchase', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited, checkout: unlimited } })
    await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
    home = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/shop/demo`
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('goes as far as the payment without script, and says what the payment needs', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.goto(`${home}/p/assam`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL(/\/cart$/)
    await page.getByLabel('Quantity of Assam').fill('3')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('₹1,198.50').first().waitFor()
    await page.getByLabel('Discount code').fill('NOPE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.locator('#code-mistake').getByText('This discount code does not exist.').waitFor()
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await fillIn(page)
    await page.getByRole('button', { name: /^Order and pay/ }).click()
    await page.waitForURL(/\/pay\//)
    await page.locator('noscript .alert').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: /^Order and pay/ }).waitFor()
    await page.close()
  })

  it('is possible by keyboard alone, with the focus in sight all the way', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement as HTMLElement
        const { outlineStyle } = getComputedStyle(at)
        const label = document.querySelector(`label[for="${at.id}"]`)
        const name = at.ariaLabel ?? label?.textContent ?? at.textContent ?? ''
        return { name: name.trim(), isSeen: outlineStyle !== 'none' }
      })
    const tabTo = async (name: string | RegExp) => {
      for (let steps = 0; steps < 60; steps += 1) {
        await page.keyboard.press('Tab')
        const at = await focused()
        expect([at.name, at.isSeen]).toEqual([at.name, true])
        if (typeof name === 'string' ? at.name.startsWith(name) : name.test(at.name)) return
      }
      throw new Error(`No way by Tab to ${name}`)
    }
    await page.goto(`${home}/p/assam`)
    await started(page, 'buy')
    await tabTo('Skip to the content')
    await page.keyboard.press('Enter')
    await tabTo('Add to cart')
    await page.keyboard.press('Enter')
    await page.getByText('It is in your cart.').waitFor()
    await tabTo('Go to the cart')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your cart' }).waitFor()
    await started(page, 'live')
    await tabTo('One more of Assam')
    await page.keyboard.press('Enter')
    await page.getByText('₹799').first().waitFor()
    expect((await focused()).name).toBe('One more of Assam')
    await tabTo('Go to checkout')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    await tabTo('Name')
    await page.keyboard.type('Asha Rao')
    await tabTo('Phone')
    await page.keyboard.type('98765 43211')
    await tabTo('Address')
    await page.keyboard.type('14 Chapel Road')
    await tabTo('City or town')
    await page.keyboard.type('Mumbai')
    await tabTo('Postal code')
    await page.keyboard.type('400001')
    await tabTo('State')
    await page.keyboard.type('Mah')
    await tabTo(/^Order and pay/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/pay\//)
    await started(page, 'pay')
    await tabTo(/^Pay ₹/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor()
    await page.close()
  })

  it('is seen in all tabs: the cart, and the order when it is confirmed', async () => {
    const context = await browser.newContext()
    const [one, other] = [await context.newPage(), await context.newPage()]
    await one.goto(`${home}/p/assam`)
    await started(one, 'buy')
    await one.getByRole('button', { name: 'Add to cart' }).click()
    await one.getByText('It is in your cart.').waitFor()
    await other.goto(`${home}/cart`)
    await other.getByText('₹399.50').first().waitFor()
    await one.goto(`${home}/checkout`)
    await fillIn(one)
    await one.getByRole('button', { name: /^Order and pay/ }).click()
    await one.waitForURL(/\/pay\//)
    await one.getByRole('button', { name: 'Let it fail' }).waitFor()
    await other.goto(one.url().replace('/pay/', '/order/'))
    await other.getByRole('heading', { name: 'Waiting for the payment' }).waitFor()
    await one.getByRole('button', { name: /^Pay ₹/ }).click()
    await other.getByRole('heading', { name: 'Your order is confirmed' }).waitFor()
    await one.waitForURL(/\/order\//)
    await one.goBack()
    await one.getByText('There is nothing left to pay.').waitFor()
    await one.goto(`${home}/cart`)
    await one.locator('.empty-state').waitFor()
    await context.close()
  })

  it('that fails can be made again', async () => {
    const page = await browser.newPage()
    await page.goto(`${home}/p/assam`)
    await started(page, 'buy')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('It is in your cart.').waitFor()
    await page.goto(`${home}/checkout`)
    await fillIn(page)
    await page.getByRole('button', { name: /^Order and pay/ }).click()
    await page.getByRole('button', { name: 'Let it fail' }).click()
    await page.getByRole('link', { name: 'Order again' }).click()
    const lost = await page.url()
    expect(lost).toMatch(/checkout\?again=ORD-/)
    await fillIn(page)
    await page.getByRole('button', { name: /^Order and pay/ }).click()
    await page.waitForURL(/\/pay\//)
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor()
    await page.close()
  })

  it('whose connection is lost says so, loses nothing that was typed, and goes on', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${home}/p/assam`, { waitUntil: 'networkidle' })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('The shop cannot be reached.').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('It is in your cart.').waitFor()
    await page.goto(`${home}/checkout`, { waitUntil: 'networkidle' })
    await fillIn(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: /^Order and pay/ }).click()
    await page.getByText('The shop cannot be reached.').waitFor()
    expect(await page.getByLabel('Address').inputValue()).toBe('14 Chapel Road, Mumbai')
    await context.setOffline(false)
    await page.getByRole('button', { name: /^Order and pay/ }).click()
    await page.waitForURL(/\/pay\//)
    await context.close()
  })
})
