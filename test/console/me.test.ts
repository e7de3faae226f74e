import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { browserWords } from '../../src/web/console/app/me/browser-words.ts'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import {
  addPerson,
  expectGoodEverywhere,
  type Installation,
  logIn,
  openInstallation,
  PASSWORD,
  sizes,
} from './support/installation.ts'

let installation: Installation
let tea: Store
let coffee: Store

const EMAIL = 'asha@example.com'
const NEW_PASSWORD = 'nine copper pans'

const loggedIn = async (path: string, size: keyof typeof sizes = 'desktop') => {
  const open = await installation.open('/log-in', sizes[size])
  await logIn(open.page, EMAIL)
  await open.page.getByRole('heading', { name: 'Your stores' }).waitFor()
  await open.page.goto(`${installation.origin}/console${path}`)
  return open
}

describe('one’s own account in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation()
    const { shop } = installation
    tea = await shop.addStore({ store: { businessName: 'Tea House' } })
    coffee = await shop.addStore({ store: { businessName: 'Coffee House' } })
    await addPerson(shop, { email: EMAIL, name: 'Asha Rao', roles: { [tea.id]: 'OWNER', [coffee.id]: 'ORDERS' } })
  })
  afterAll(() => installation?.close())

  it('says who one is and where one works, reached from the menu of the store', async () => {
    const { page, complaints, close } = await loggedIn(`/s/${tea.subdomain}`, 'phone')
    await page.getByRole('button', { name: /Asha Rao · Owner/ }).click()
    await page.getByRole('menuitem', { name: 'You and your sessions' }).click()
    await page.getByRole('heading', { name: 'You', exact: true }).waitFor()
    await page.getByText('Asha Rao').waitFor()
    await page.getByText(EMAIL).first().waitFor()
    await page.getByText(`${coffee.subdomain} · Orders`).waitFor()
    await page.getByText('This browser').waitFor()
    await expectGoodEverywhere(page, 'me')
    await page.getByRole('link', { name: 'Tea House' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('ends one other session, or all', async () => {
    const { page, close } = await loggedIn('/me')
    const others = [await loggedIn('/me'), await loggedIn('/me'), await loggedIn('/me')]
    await page.reload()
    const end = page.getByRole('button', { name: /^End the session of Chrome on Linux/ })
    await end.first().waitFor()
    const before = await end.count()
    await end.first().click()
    await page.getByText('Session ended').waitFor()
    await expect.poll(() => end.count()).toBe(before - 1)
    await expectGoodEverywhere(page, 'me-sessions')
    await page.getByRole('button', { name: 'Log out everywhere else' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere else' }).click()
    await expect.poll(() => end.count()).toBe(0)
    for (const other of others) {
      await other.page.goto(`${installation.origin}/console/me`)
      await other.page.getByRole('heading', { name: 'Log in' }).waitFor()
      await other.close()
    }
    await page.reload()
    await page.getByText('This browser').waitFor()
    await close()
  })

  it('changes the password, which logs out everywhere else', async () => {
    const { page, close } = await loggedIn('/me', 'phone')
    const other = await loggedIn('/me')
    const change = page.getByRole('button', { name: 'Change the password' })
    await change.click()
    await page.getByText('Enter the password that you have now.').waitFor()
    await page.getByLabel('Current password', { exact: true }).fill('not this one')
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await change.click()
    const current = page.locator('.field', { hasText: 'Current password' })
    await current.locator('.field-mistake').waitFor()
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('New password', { exact: true }).fill('password1')
    await change.click()
    await page.locator('.field-mistake', { hasText: '10,000 most common' }).waitFor()
    await expectGoodEverywhere(page, 'me-password')
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await change.click()
    await page.getByText('Password changed.').waitFor()
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('')
    await other.page.reload()
    await other.page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.reload()
    await page.getByText('This browser').waitFor()

    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.goto(`${installation.origin}/console/me`)
    await logIn(page, EMAIL, NEW_PASSWORD)
    await page.getByRole('heading', { name: 'You', exact: true }).waitFor()
    await other.close()
    await close()
  })
})

describe('the words for a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', 'Unknown browser'],
  ])('%s', (userAgent, expected) => {
    expect(browserWords(userAgent)).toBe(expected)
  })
})
