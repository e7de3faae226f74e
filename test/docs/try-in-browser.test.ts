import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { openShop } from '../support/shop.ts'

it('a form logs in and uses the token, with the store and the product that are here', needs(noBrowser), async () => {
  const shop = await openShop()
  await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openBrowser()
  const { page, complaints, requests } = await openPage(browser, { scheme: 'light', width: 360 })
  const formOf = async (operation: string) => {
    await page.locator(`.operation:has(#${operation}) summary`, { hasText: 'Try it' }).click()
    return page.locator(`form[data-try=${operation}]`)
  }
  await page.goto(`${origin}/docs/rest/customer`)
  const logIn = await formOf('logIn')
  await logIn.getByRole('button', { name: 'Send' }).click()
  await logIn.getByRole('status').getByText(/^200/).waitFor()
  const me = await formOf('me')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#try-me-Authorization')?.value !== '')
  await me.getByRole('button', { name: 'Send' }).click()
  await me.getByRole('status').getByText(/^200/).waitFor()
  expect(await me.locator('.answer code').innerText()).toContain('Asha')
  expect(await me.locator('.curl').innerText()).toMatch(
    /^curl -i 'http:.*\/customer\/me' \\\n {2}-H 'Authorization: Bearer /,
  )
  expect(await violations(page)).toEqual([])
  await picture(page, 'docs-try-360')

  await page.goto(`${origin}/docs/rest/reviews`)
  const reviews = await formOf('reviews')
  await reviews.getByRole('button', { name: 'Send' }).click()
  await reviews.getByRole('status').getByText(/^200/).waitFor()
  await page.goto(`${origin}/docs/rest/products`)
  const products = await formOf('products')
  await products.locator('[type=submit]:enabled').waitFor()
  await products.getByLabel('subdomain').fill('nobody')
  await products.getByRole('button', { name: 'Send' }).click()
  await products.getByRole('status').getByText(/^404/).waitFor()
  // The browser remarks on the status of that answer.
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  expect([...new Set(requests.map((url) => new URL(url).origin))]).toEqual([origin])
  await browser.close()
  await shop.close()
})
