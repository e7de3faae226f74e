import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountMail } from '../../src/commerce/customers/mails/account-mail.ts'
import { sendAccountMail } from '../../src/commerce/customers/mails/send-account-mail.ts'
import { violations } from '../support/axe.ts'
import { measure, noBrowser, openBrowser, openPage, picture, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { newPhone } from '../support/phones.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'

let shop: Shop
let browser: Browser
let origin: string

/** Delivers what waits, and opens the latest mail's link as its recipient would. */
async function followMail(page: Page): Promise<void> {
  const jobs = await shop.database.prisma.$queryRaw<{ data: AccountMail }[]>`
    DELETE FROM pgboss.job WHERE name = 'account-mail' RETURNING data`
  for (const { data } of jobs) await sendAccountMail(shop.services, data)
  await page.goto(`${origin}/sandbox/mails/demo`)
  const [, link = ''] = /(http:\S+\/account\/demo\/\S+?code=[\w-]+)/.exec((await page.textContent('body')) ?? '') ?? []
  shop.secrets.add(link.split('=')[1] ?? '')
  await page.goto(link)
}

describe('a customer in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop({ policies: { read: unlimited }, showsMails: true })
    await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  const visit = async (width: 360 | 1280) => {
    const seen = await openPage(browser, { scheme: 'light', width })
    const check = async (name: string) => {
      const { overflow } = await measure(seen.page)
      expect([name, overflow]).toEqual([name, 0])
      expect([name, await violations(seen.page)]).toEqual([name, []])
      await picture(seen.page, `shop-${name}-light-${width}`)
      await seen.page.emulateMedia({ colorScheme: 'dark' })
      expect([name, await violations(seen.page, ['color-contrast'])]).toEqual([name, []])
      await picture(seen.page, `shop-${name}-dark-${width}`)
      await seen.page.emulateMedia({ colorScheme: 'light' })
    }
    return { ...seen, check, open: (path: string) => seen.page.goto(`${origin}/shop/demo${path}`) }
  }

  it('signs up, confirms the address, forgets the password, and finds all pages of the account, on a phone', async () => {
    const { page, check, open, complaints, requests, close } = await visit(360)
    const phone = newPhone()
    await open('/account')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await check('log-in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Name').fill('Asha Rao')
    await page.getByLabel('Phone number').fill('not a number')
    await page.getByLabel('Email').fill(`asha${phone}@example.com`)
    await page.getByLabel('Password').fill('first password')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText('Enter a phone number that can be called.').first().waitFor()
    await check('sign-up')
    expect(await page.getByLabel('Name').inputValue()).toBe('Asha Rao')
    await page.getByLabel('Phone number').fill(phone)
    await page.getByLabel('Password').fill('first password')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('heading', { name: 'Hello, Asha Rao' }).waitFor()
    await page.getByText('Your email address is not confirmed yet.').waitFor()
    await check('account')

    await followMail(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.getByRole('heading', { name: 'Hello, Asha Rao' }).waitFor()
    expect(await page.getByText('is not confirmed yet').count()).toBe(0)
    for (const name of ['orders', 'wishlist', 'addresses', 'addresses/new', 'profile', 'password', 'privacy']) {
      await open(`/account/${name}`)
      await check(`account-${name.replace('/', '-')}`)
    }

    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('link', { name: 'Forgotten the password?' }).click()
    await check('forgot-password')
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await followMail(page)
    await page.getByLabel('New password').fill('second password')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Phone number').fill(phone)
    await page.getByLabel('Password').fill('second password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Hello, Asha Rao' }).waitFor()
    // The page that the mail leads to does not know whose password it is.
    expect(complaints.filter((text) => !/400|username fields/.test(text))).toEqual([])
    expect(requests.filter((url) => !url.startsWith(origin))).toEqual([])
    await close()
  })

  it('wishes, reviews, asks and writes, on a desktop', async () => {
    const { page, check, open, complaints, close } = await visit(1280)
    await open('/p/assam')
    await page.getByRole('button', { name: 'Add to your wishlist' }).click()
    await page.waitForURL(/log-in\?next=%2Fp%2Fassam&wish=/)
    await page.getByLabel('Phone number').fill('9876543210')
    await page.getByLabel('Password').fill('secret1')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/\/p\/assam$/)
    const button = page.getByRole('button', { name: /your wishlist/ })
    await page.getByRole('link', { name: 'Asha' }).waitFor()
    await started(page, 'wish')
    // The wish of before is carried out.
    await page.getByRole('button', { name: 'Remove from your wishlist' }).press('Enter')
    await page.getByRole('button', { name: 'Add to your wishlist' }).press('Enter')
    await page.getByRole('button', { name: 'Remove from your wishlist' }).waitFor()
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    await open('/account')
    await check('account')
    await page.getByRole('link', { name: 'Wishlist' }).click()
    await page.getByRole('link', { name: 'Assam', exact: true }).click()

    await started(page, 'live')
    await page.getByText('Write a review').click()
    await page.getByLabel('4 stars').check({ force: true })
    await page.getByLabel('Review', { exact: true }).fill('Good')
    await page.getByRole('button', { name: 'Send the review' }).click()
    await page.getByText('Review too short').first().waitFor()
    expect(page.url()).toMatch(/\/p\/assam$/)
    expect(await page.getByLabel('4 stars').isChecked()).toBe(true)
    await check('review')
    await page.getByLabel('Review', { exact: true }).fill('Good, and lasts long.')
    await page.getByRole('button', { name: 'Send the review' }).click()
    await page.getByText('Your review will be shown here once the shop has read it.').waitFor()

    await open('/p/assam')
    await started(page, 'chat')
    await page.getByRole('banner').getByRole('link', { name: 'Ask our assistant' }).click()
    const panel = page.getByRole('dialog', { name: 'Ask our assistant' })
    await panel.getByRole('button', { name: 'How long does delivery take?' }).click()
    await panel.getByText('working days').waitFor()
    await panel.getByLabel('Your question').fill('Do you have matcha?')
    await page.keyboard.press('Enter')
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(4)
    await check('chat')
    await page.keyboard.press('Escape')
    expect(await panel.isVisible()).toBe(false)

    await page.getByRole('link', { name: 'Write to us' }).click()
    expect(await page.getByLabel('Name').inputValue()).toBe('Asha')
    await page.getByLabel('Message').fill('Do you ship to Goa?')
    await check('contact')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('We have your message').waitFor()
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    await close()
  })
})
