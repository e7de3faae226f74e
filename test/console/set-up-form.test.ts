import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { expectGoodEverywhere, type Installation, openInstallation, setUp, sizes } from './support/installation.ts'

let installation: Installation

const WRONG = '00000-00000-00000-00000'

describe('the form to set up with, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation()
  })
  afterAll(() => installation?.close())

  it('says at each field what is missing, and goes to the first', async () => {
    const { page, close } = await installation.open('/set-up', sizes.phone)
    await page.getByRole('button', { name: 'Set up my shop' }).click()
    expect(await page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
    expect(await page.locator('.field-mistake').allInnerTexts()).toEqual([
      ...['Enter the code.', 'Enter your email.', 'Choose a password.'],
      ...['Enter the name of the shop.', 'Enter a short name.'],
    ])
    await expectGoodEverywhere(page, 'set-up-missing')
    await page.getByLabel('Email').fill('a')
    expect(await page.locator('.field-mistake', { hasText: 'Enter your email.' }).count()).toBe(0)
    await close()
  })

  it('keeps what was typed when it is refused, and says why where it is wrong', async () => {
    const { page, close } = await installation.open('/set-up', sizes.phone)
    await setUp(page, { code: WRONG })
    await page.locator('.field-mistake', { hasText: 'This code is wrong or has ended.' }).waitFor()
    expect(await page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    const values = await page.locator('input, select').evaluateAll((all) => all.map((one) => (one as any).value))
    expect(values).toEqual([
      WRONG,
      'asha@example.com',
      'seven brass kettles',
      'Dihing Tea & Co.',
      'dihing-tea-co',
      'IN',
    ])
    await page.getByLabel('Code', { exact: true }).fill(installation.code)
    await page.getByLabel('Password', { exact: true }).fill('password1')
    await page.getByLabel('Short name').fill('www')
    await page.getByRole('button', { name: 'Set up my shop' }).click()
    await page.locator('.field-mistake', { hasText: 'The short name "www" is reserved.' }).waitFor()
    await page.getByLabel('Short name').fill('dihing')
    await page.getByRole('button', { name: 'Set up my shop' }).click()
    await page.locator('.field-mistake', { hasText: 'one of the 10,000 most common' }).waitFor()
    await expectGoodEverywhere(page, 'set-up-refused')
    // All but the code and the password is there again.
    await page.reload()
    expect(await page.getByLabel('Name of the shop').inputValue()).toBe('Dihing Tea & Co.')
    expect(await page.getByLabel('Short name').inputValue()).toBe('dihing')
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await close()
  })

  it('proposes a short name until somebody types one', async () => {
    const { page, close } = await installation.open('/set-up')
    const [name, short] = [page.getByLabel('Name of the shop'), page.getByLabel('Short name')]
    for (const [typed, proposed] of [
      ['Crème & Straße No. 5', 'creme-strasse-no-5'],
      ['Öl', 'ol-shop'],
      ["Asha's Tea", 'ashas-tea'],
      ['চা', ''],
    ] as const) {
      await name.fill(typed)
      expect(await short.inputValue()).toBe(proposed)
    }
    await page.getByText(/127\.0\.0\.1:\d+\/shop\/…/).waitFor()
    await short.fill('cha')
    await name.fill('Cha Ghar')
    expect(await short.inputValue()).toBe('cha')
    await page.getByText(/127\.0\.0\.1:\d+\/shop\/cha/).waitFor()
    await close()
  })

  it('asks for the time zone where the country has several, the browser’s own first', async () => {
    const { page, close } = await installation.open('/set-up', { timezoneId: 'America/Denver' })
    const zone = page.getByLabel('Time zone')
    expect(await page.getByLabel('Country').inputValue()).toBe('US')
    expect(await zone.inputValue()).toBe('America/Denver')
    expect(await zone.locator('option').nth(1).innerText()).toContain('Denver')
    await page.getByText('Currency: US Dollar (USD).').waitFor()
    await page.getByLabel('Country').selectOption('DE')
    expect(await zone.count()).toBe(0)
    await page.getByLabel('Country').selectOption('AU')
    expect(await zone.inputValue()).toBe('')
    await setUp(page, { code: WRONG })
    await page.locator('.field-mistake', { hasText: 'Choose the time zone of the shop.' }).waitFor()
    await close()
  })

  it('takes the country of the browser’s language where its time zone says nothing', async () => {
    const { page, close } = await installation.open('/set-up', { locale: 'de-CH', timezoneId: 'UTC' })
    expect(await page.getByLabel('Country').inputValue()).toBe('CH')
    await close()
  })

  it('shows the password to who wants to see it', async () => {
    const { page, close } = await installation.open('/set-up')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('seven brass kettles')
    expect(await password.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Show the password' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide the password' }).waitFor()
    expect(await password.getAttribute('autocomplete')).toBe('new-password')
    await close()
  })

  it('by keyboard alone, and of two browsers with the same code at once the second one is told', async () => {
    const [one, other] = [await installation.open('/set-up'), await installation.open('/set-up')]
    const keys = async ({ page }: typeof one, name: string) => {
      await page.getByLabel('Code', { exact: true }).focus()
      for (const text of [installation.code, `${name}@example.com`, 'seven brass kettles', null, `Shop of ${name}`]) {
        if (text !== null) await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
    }
    await keys(one, 'asha')
    await keys(other, 'ravi')
    await Promise.all([one, other].map(({ page }) => page.keyboard.press('Enter')))
    const ends = await Promise.all(
      [one, other].map(async ({ page }) => {
        const isTold = page.getByRole('heading', { name: 'This installation is set up already.' })
        const isIn = page.getByRole('heading', { name: 'Get your shop ready' })
        await isTold.or(isIn).waitFor()
        return (await isIn.count()) === 1
      }),
    )
    expect(ends.toSorted()).toEqual([false, true])
    expect(await installation.shop.database.prisma.person.count()).toBe(1)
    await one.close()
    await other.close()
  })
})
