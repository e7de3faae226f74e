import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { totpCode } from '../../src/platform/secrets/totp.ts'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import {
  addPerson,
  expectGoodEverywhere,
  type Installation,
  logIn,
  openInstallation,
  sizes,
} from './support/installation.ts'

let installation: Installation
let tea: Store
let now = Date.now()

describe('an app in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation({ clock: () => new Date(now) })
    tea = await installation.shop.addStore({ store: { businessName: 'Tea House' } })
  })
  afterAll(() => installation?.close())

  it.each(['phone', 'desktop'] as const)(
    'is set up, asked for, replaced by a recovery code, switched off: %s',
    async (size) => {
      const email = `${size}@example.com`
      await addPerson(installation.shop, { email, roles: { [tea.id]: 'OWNER' } })
      const { page, close } = await installation.open('/log-in?next=/me', sizes[size])
      await logIn(page, email)
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await page.getByRole('img', { name: 'QR code' }).waitFor()
      await page.getByText('Type it instead').click()
      await expectGoodEverywhere(page, `app-${size}`)
      const secret = (await page.locator('.long-code').innerText()).replaceAll(' ', '')
      installation.shop.secrets.add(secret)
      const code = () => totpCode(secret, Math.floor(now / 30_000))
      await page.getByLabel('Code of the app').fill('000000')
      await page.getByRole('button', { name: 'Switch it on' }).click()
      await page.getByText('This code is wrong, or was used already.').waitFor()
      await page.getByLabel('Code of the app').fill(code())
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Keep your recovery codes' }).waitFor()
      await expectGoodEverywhere(page, `recovery-codes-${size}`)
      const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
      for (const recovery of codes) installation.shop.secrets.add(recovery)
      expect(codes).toHaveLength(10)
      await page.getByRole('button', { name: 'I have kept them' }).click()
      await page.getByText('10 recovery codes left').waitFor()
      await expectGoodEverywhere(page, `me-app-${size}`)

      now += 60_000
      // The console learns who is logged in anew, and what was typed before would be gone.
      const isOut = page.waitForResponse(
        (response) => response.url().endsWith('/api/console/sessions') && response.request().method() === 'GET',
      )
      await page.getByRole('button', { name: 'Log out', exact: true }).click()
      await isOut
      await logIn(page, email)
      await page.getByLabel('Code of your app').waitFor()
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByText('Enter the code.').waitFor()
      await expectGoodEverywhere(page, `second-step-${size}`)
      await page.getByRole('button', { name: 'I do not have the app at hand' }).click()
      await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
      await expectGoodEverywhere(page, `second-step-recovery-${size}`)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Today' }).waitFor()

      await page.goto(`${installation.origin}/console/me`)
      await page.getByText('9 recovery codes left').waitFor()
      await page.getByRole('button', { name: 'Switch it off' }).click()
      await page.getByLabel('Code of the app, or a recovery code').fill(code())
      await expectGoodEverywhere(page, `app-off-${size}`)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Set up an app' }).waitFor()
      await close()
    },
  )
})
