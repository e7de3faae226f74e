import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const post = { code: 'post', name: 'Post', tiers: [{ from: 0, fee: 40 }] }
const express = { code: 'express', name: '<i>Express</i>', tiers: [{ from: 0, fee: 90 }] }
const heavy = { code: 'cart', name: 'By cart', minGoods: 5000, tiers: [{ from: 0, fee: 10 }] }

describe('trying out a cart in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk({
      store: {
        payments: { provider: 'sandbox' },
        loyalty: { enabled: true, redeemRate: 1 },
        shipping: { zones: [{ code: 'south', name: 'South', regions: ['IN-KA'], methods: [post, express, heavy] }] },
        paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash', fee: 25, maxTotal: 900 }],
      },
      products: [
        { slug: 'assam', name: '<b>Assam</b>', price: 500 },
        {
          ...{ slug: 'mug', name: 'Mug', price: 300 },
          variants: [{ options: { Colour: 'Red' } }, { options: { Colour: 'Blue' } }],
        },
        ...Array.from({ length: 11 }, (_, at) => ({ slug: `tin-${at + 1}`, name: `Tin ${at + 1}`, price: 100 })),
      ],
      customers: [{ name: 'Asha', phone: '9876543210', password: 'secret1', loyaltyPoints: 60 }],
      discounts: [{ code: 'TEN', type: 'percent', value: 10, active: false }],
    })
  })
  afterAll(() => desk?.close())

  it.each(['desktop', 'phone'] as const)('shows what it comes to, and why not otherwise, on a %s', async (size) => {
    const { page, complaints, close } = await desk.open({ path: 'try-out', size })
    const sum = (name: string) =>
      page
        .locator('.sums > div', { has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .innerText()
    await page.getByText('Empty: search for a product and add it.').waitFor()
    await page.getByLabel('Add a product').fill('a')
    await page.getByRole('button', { name: 'Add <b>Assam</b>' }).click()
    await page.getByLabel('Add a product').fill('mug')
    await page.getByRole('button', { name: 'Add Mug, Blue' }).click()
    await page.getByLabel('Units of Mug').fill('2')
    await page.getByLabel('Units of Mug').press('Tab')
    await page.getByText('Choose where to deliver.').first().waitFor()
    await page.getByLabel('State').selectOption('Karnataka')
    await expect.poll(() => sum('Total')).toBe('₹1,140.00')
    expect(await sum('Goods')).toBe('₹1,100.00')

    await page.getByLabel('Discount code').fill('ten')
    await page.getByRole('list', { name: 'Notices to the shopper' }).waitFor()
    await page.getByLabel('As if it were on and valid now').click()
    await expect.poll(() => sum('Total')).toBe('₹1,030.00')
    expect(await sum('Discount')).toBe('−₹110.00')
    await page.getByRole('radio', { name: '<i>Express</i>' }).click()
    await expect.poll(() => sum('Delivery and payment')).toBe('₹90.00')
    expect(await page.getByRole('radio', { name: 'By cart' }).isDisabled()).toBe(true)
    expect(await page.getByRole('radio', { name: 'Cash' }).isDisabled()).toBe(true)
    await expectGood(page, 'try-out')

    // The trial is its address.
    await page.reload()
    await expect.poll(() => sum('Total')).toBe('₹1,080.00')
    await page.getByRole('button', { name: 'Remove Mug' }).click()
    await page.getByRole('radio', { name: 'Cash' }).click()
    await expect.poll(() => sum('Delivery and payment')).toBe('₹115.00')
    expect(complaints).toEqual([])
    await close()
  })

  it('shows what a customer pays who redeems points', async () => {
    const { page, complaints, goTo, close } = await desk.open({ path: 'try-out' })
    const sums = page.locator('.sums')
    await page.getByLabel('Add a product').fill('assam')
    await page.getByRole('button', { name: 'Add <b>Assam</b>' }).click()
    await page.getByLabel('Choose a customer').fill('asha')
    await page.getByRole('button', { name: 'Choose Asha' }).waitFor()
    await page.getByLabel('Choose a customer').press('Enter')
    await page.getByRole('region', { name: 'Buyer' }).getByText('60 points').waitFor()
    await page.getByLabel('Points to redeem').fill('40')
    await sums.getByText('40 points').waitFor()
    await sums.getByText('−₹40.00').waitFor()
    await expectGood(page, 'try-out with a customer')
    await page.reload()
    await sums.getByText('−₹40.00').waitFor()
    await page.getByRole('button', { name: 'Remove Asha' }).click()
    await page.getByLabel('Choose a customer').waitFor()
    expect(new URL(page.url()).search).not.toMatch(/customer|points/)
    await goTo('try-out?customer=nobody')
    await page.getByRole('button', { name: 'Remove A customer' }).click()
    expect(complaints).toEqual([])
    await close()
  })

  it('says when a search finds more than it shows', async () => {
    const { page, close } = await desk.open({ path: 'try-out' })
    await page.getByLabel('Add a product').fill('tin')
    await page.getByText('8 of 11. Type more to narrow the search.').waitFor()
    expect(await page.getByRole('list', { name: 'Products found' }).getByRole('listitem').count()).toBe(8)
    await expectGood(page, 'try-out with many results')
    await page.getByLabel('Add a product').fill('tin 11')
    await page.getByRole('button', { name: 'Add Tin 11' }).waitFor()
    await expect.poll(() => page.getByText('Type more to narrow the search.').count()).toBe(0)
    await close()
  })

  it('asks for the region as the country has it', async () => {
    const { page, close } = await desk.open({ path: 'try-out?region=IN-KA' })
    await page.getByText('The store’s country, India').waitFor({ state: 'attached' })
    expect(await page.getByLabel('State').inputValue()).toBe('IN-KA')
    await page.getByLabel('Country').selectOption('Canada')
    await page.getByLabel('Province').selectOption('Quebec')
    await page.waitForURL(/country=CA.*region=CA-QC|region=CA-QC.*country=CA/)
    await page.getByLabel('Country').selectOption('Sri Lanka')
    await page.getByLabel('State or region').fill('LK-1')
    await page.waitForURL(/region=LK-1/)
    await close()
  })

  it('offers no customer to a key that must not see any', async () => {
    const { page, goTo, complaints, close } = await desk.open({ path: 'try-out', scopes: ['marketing', 'catalogue'] })
    await page.getByLabel('Add a product').fill('assam')
    await page.getByRole('button', { name: 'Add <b>Assam</b>' }).click()
    await page.waitForURL(/lines=/)
    const { search } = new URL(page.url())
    await goTo(`try-out${search}&customer=01920000-0000-7000-8000-000000000000`)
    await page.locator('.sums').getByText('Total').waitFor()
    expect(complaints).toEqual([])
    expect(await page.getByLabel('Choose a customer').count()).toBe(0)
    await close()
  })

  it('starts with the code of the discount that one comes from', async () => {
    const { page, close } = await desk.open({ path: 'discounts/TEN' })
    await page.getByRole('link', { name: 'Try it out' }).click()
    await page.waitForURL(/\/try-out\?code=TEN&from=discounts%2FTEN$/)
    expect(await page.getByLabel('Discount code').inputValue()).toBe('TEN')
    await close()
  })
})
