import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const discount = async (code: string) =>
  (
    await desk.owner.ask(
      'query ($code: String!) { discount(code: $code) { type value minSubtotal maxDiscount usageLimit startsAt endsAt active version } }',
      { code },
    )
  ).discount

const change = (input: object) =>
  desk.owner.ask('mutation ($input: DiscountInput!) { upsertDiscount(input: $input) { version } }', { input })

describe('discounts in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk({
      store: { timeZone: 'Europe/Berlin', currency: 'EUR', businessName: 'Teeladen' },
      discounts: [
        { code: '<B>BOLD</B>', type: 'fixed', value: 5 },
        { code: 'WINTER', type: 'percent', value: 10, maxDiscount: 20, usageLimit: 100 },
      ],
    })
  })
  afterAll(() => desk?.close())

  it.each(['desktop', 'phone'] as const)(
    'are listed, found and switched off with a way back, on a %s',
    async (size) => {
      const { page, complaints, close } = await desk.open({ path: 'discounts', size })
      const rows = page.getByRole('table', { name: 'Discounts' }).locator('tbody tr')
      await rows.getByText('<B>BOLD</B>', { exact: true }).waitFor()
      expect(await rows.filter({ hasText: 'WINTER' }).innerText()).toMatch(/10% off, at most €20\.00[\s\S]*0 of 100/)
      await expectGood(page, 'discounts')

      await page.getByRole('checkbox', { name: 'WINTER is switched on' }).click()
      await page.getByText('WINTER switched off').waitFor()
      // It stays while it is pointed at.
      await page.locator('.toast').hover()
      expect(await discount('WINTER')).toMatchObject({ active: false })
      await page.getByRole('combobox', { name: 'Switched' }).selectOption('false')
      await page.waitForURL(/active=/)
      await expect.poll(() => rows.count()).toBe(1)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('No discount matches').waitFor()
      expect(await discount('WINTER')).toMatchObject({ active: true })

      await page.getByRole('link', { name: 'Show all discounts' }).click()
      await page.getByRole('searchbox').fill('bold')
      await page.waitForURL(/q=bold/)
      await expect.poll(() => rows.count()).toBe(1)
      await rows.getByRole('link').click()
      await page.getByRole('heading', { level: 1, name: '<B>BOLD</B>' }).waitFor()
      await page.getByText('A discount cannot be deleted').waitFor()
      await expectGood(page, 'discount')
      expect(complaints).toEqual([])
      await close()
    },
  )

  it('are created at times of the store’s clock, with mistakes at their fields', async () => {
    const { page, close } = await desk.open({ path: 'discounts' })
    await page.getByRole('link', { name: 'New discount' }).click()
    // On the list there is a field to search by code.
    await page.getByLabel('Code', { exact: true }).fill('summer')
    await page.getByLabel('Worth', { exact: true }).fill('ten')
    await page.getByText('Type a number such as 1234.50.').waitFor()
    await page.getByLabel('Worth', { exact: true }).fill('101')
    await page.getByLabel('Valid from').fill('2027-07-01T00:00')
    await page.getByLabel('Valid until').fill('2027-06-01T00:00')
    await page.getByRole('button', { name: 'Create discount' }).click()
    const worth = page.locator('.field', { has: page.getByLabel('Worth', { exact: true }) })
    await worth.getByText('Expected: a number of at most 100; you gave 101.').waitFor()
    const until = page.locator('.field', { has: page.getByLabel('Valid until') })
    await until.getByText(/^Expected: a moment after startsAt/).waitFor()

    await page.getByLabel('Worth', { exact: true }).fill('12,5')
    await page.getByLabel('Valid until').fill('2027-08-01T12:30')
    await page.getByRole('button', { name: 'Create discount' }).click()
    await page.waitForURL(/\/discounts\/SUMMER$/)
    await page.getByText('Discount created').waitFor()
    // Two hours ahead of UTC in summer.
    expect(await discount('SUMMER')).toMatchObject({
      ...{ type: 'PERCENT', value: 12.5, usageLimit: null, version: 1 },
      ...{ startsAt: '2027-06-30T22:00:00.000Z', endsAt: '2027-08-01T10:30:00.000Z' },
    })
    await close()
  })

  it('that somebody else has changed meanwhile are shown in both versions', async () => {
    await change({ code: 'DUEL', type: 'PERCENT', value: 10, startsAt: '2026-01-01T00:00:30Z' })
    const { page, close } = await desk.open({ path: 'discounts/DUEL' })
    await page.getByLabel('Worth', { exact: true }).fill('30')
    await page.getByLabel('Uses in all').fill('7')
    await change({ code: 'DUEL', version: 1, value: 20, minSubtotal: 50 })

    // What is typed survives a reload, with what it was based on.
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('What you had not saved is here again.').waitFor()
    expect(await page.getByLabel('Worth', { exact: true }).inputValue()).toBe('30')
    await page.getByRole('button', { name: 'Save' }).click()
    const both = page.getByRole('table', { name: 'Both versions' })
    await both.waitFor()
    expect(await both.getByRole('row').filter({ hasText: 'Worth' }).innerText()).toMatch(/30\s+20/)
    await both.getByRole('row').filter({ hasText: 'Worth' }).getByRole('radio').nth(1).check()
    await page.getByRole('button', { name: 'Save this' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await discount('DUEL')).toMatchObject({
      ...{ value: 20, usageLimit: 7, minSubtotal: 50, startsAt: '2026-01-01T00:00:30.000Z', version: 3 },
    })
    await close()
  })

  it('ask before unsaved changes are left, and only show to a key that may not change them', async () => {
    const own = await desk.open({ path: 'discounts/WINTER' })
    await own.page.getByLabel('Worth', { exact: true }).fill('99')
    await own.page.getByRole('link', { name: 'Discounts' }).first().click()
    await own.page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
    await own.page.getByRole('button', { name: 'Leave' }).click()
    await own.page.waitForURL(/\/discounts$/)
    expect(await discount('WINTER')).toMatchObject({ value: 10 })
    await own.close()

    const { page, close } = await desk.open({ path: 'discounts/WINTER', scopes: ['read'] })
    expect(await page.getByLabel('Worth', { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await close()
  })
})
