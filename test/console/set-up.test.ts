import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import {
  EMAIL,
  expectGoodEverywhere,
  type Installation,
  openInstallation,
  PASSWORD,
  setUp,
  sizes,
} from './support/installation.ts'

let installation: Installation

describe('setting up in Chromium', needs(noBrowser), () => {
  describe.each(['phone', 'desktop'] as const)('on a %s', (size) => {
    beforeAll(async () => {
      installation = await openInstallation()
    })
    afterAll(() => installation?.close())

    it('from the code to the first product', async () => {
      const { page, complaints, requests, close } = await installation.open('/', sizes[size])
      await page.getByRole('link', { name: 'Set it up' }).click()
      await page.getByRole('heading', { name: 'Set up your shop' }).waitFor()
      // Where the browser is, though its language is that of the USA.
      expect(await page.getByLabel('Country').inputValue()).toBe('IN')
      expect(await page.getByLabel('Time zone').count()).toBe(0)
      if (size === 'desktop') await expectGoodEverywhere(page, 'set-up')
      await setUp(page, { code: installation.code.toLowerCase().replaceAll('-', ' ') })
      await page.getByRole('heading', { name: 'Get your shop ready' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/console/s/dihing-tea-co')
      if (size === 'desktop') await expectGoodEverywhere(page, 'empty-today')

      await page.getByRole('link', { name: 'Add a product' }).click()
      await page.getByLabel('Name', { exact: true }).fill('First flush')
      await page.getByLabel('Price', { exact: true }).fill('450')
      await page.getByRole('button', { name: /^(Save|Create)/ }).click()
      await expect
        .poll(() => installation.shop.database.prisma.product.count({ where: { name: 'First flush' } }))
        .toBe(1)

      expect(complaints).toEqual([])
      const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      for (const secret of [installation.code, PASSWORD]) {
        expect(requests.join()).not.toContain(secret)
        expect(left).not.toContain(secret)
      }
      const store = await installation.shop.database.prisma.store.findFirstOrThrow({
        where: { subdomain: 'dihing-tea-co' },
      })
      expect(store).toMatchObject({
        ...{ businessName: 'Dihing Tea & Co.', currency: 'INR', timeZone: 'Asia/Kolkata', shippingCountry: 'IN' },
        ownerEmail: EMAIL,
      })
      await close()
    })

    it('afterwards the page says so, with the way to log in', async () => {
      const { page, close } = await installation.open('/set-up', sizes[size])
      await page.getByText('This installation is set up already.').waitFor()
      if (size === 'desktop') await expectGoodEverywhere(page, 'set-up-done')
      await page.getByRole('link', { name: 'Log in' }).click()
      await page.getByLabel('Email').waitFor()
      await close()
    })
  })
})
