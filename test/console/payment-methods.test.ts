import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const method = async (code: string) =>
  (
    await desk.owner.ask(
      'query ($code: String!) { paymentMethod(code: $code) { name kind active fee maxTotal zones confirm paidOnDelivery version } }',
      { code },
    )
  ).paymentMethod
const upsert = (input: object) =>
  desk.owner.ask('mutation ($input: PaymentMethodInput!) { upsertPaymentMethod(input: $input) { version } }', { input })

describe('payment methods in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
    await desk.owner.ask('mutation ($input: ShippingZoneInput!) { upsertShippingZone(input: $input) { version } }', {
      input: {
        code: 'india',
        name: '<u>India</u>',
        methods: [{ code: 'post', name: 'Post', tiers: [{ from: 0, fee: 40 }] }],
      },
    })
  })
  afterAll(() => desk?.close())

  it('start empty, and are created with what fits their kind', async () => {
    const { page, complaints, close } = await desk.open({ path: 'payment-methods' })
    await page.getByText('No payment methods yet').waitFor()
    await page.getByRole('link', { name: 'New payment method' }).click()
    await page.getByLabel('Code', { exact: true }).fill('Bank')
    await page.getByLabel('Kind').selectOption('MANUAL')
    await page.getByLabel('Zones').selectOption('india')
    await page.getByText('<u>India</u>', { exact: true }).first().waitFor()
    await page.getByLabel('Totals of at most').fill('5000')
    await page.getByRole('button', { name: 'Create payment method' }).click()
    const code = page.locator('.field', { has: page.getByLabel('Code', { exact: true }) })
    await code.getByText(/^Expected: .*; you gave "Bank"\.$/).waitFor()
    await page.getByLabel('Code', { exact: true }).fill('bank')
    await page.getByLabel('Name').fill('<script>alert(1)</script>')
    await page.getByRole('button', { name: 'Create payment method' }).click()
    await page.waitForURL(/\/payment-methods\/bank$/)
    await page.getByRole('heading', { level: 1, name: '<script>alert(1)</script>' }).waitFor()
    await page.getByText('A payment method cannot be deleted').waitFor()
    expect(await method('bank')).toEqual({
      ...{ name: '<script>alert(1)</script>', kind: 'MANUAL', active: true, fee: 0, maxTotal: 5000 },
      ...{ zones: ['india'], confirm: 'OWNER', paidOnDelivery: false, version: 1 },
    })
    await expectGood(page, 'payment-method')
    expect(complaints).toEqual([])
    await close()
  })

  it('are switched and moved with a way back, on a phone', async () => {
    await upsert({ code: 'cod', kind: 'COD', name: 'Cash on delivery', fee: 30 })
    await upsert({ code: 'upi', kind: 'MANUAL', name: 'UPI' })
    const { page, complaints, close } = await desk.open({ path: 'payment-methods', size: 'phone' })
    await page.getByRole('checkbox', { name: 'UPI is switched on' }).click()
    await page.getByText('UPI switched off').waitFor()
    expect(await method('upi')).toMatchObject({ active: false })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('UPI is as it was').waitFor()
    expect(await method('upi')).toMatchObject({ active: true })
    await page.getByRole('button', { name: 'Move UPI up' }).click()
    await page.getByText('UPI moved up').waitFor()
    const order = async () =>
      (await desk.owner.ask('{ paymentMethods { code } }')).paymentMethods.map(({ code }: { code: string }) => code)
    expect((await order()).indexOf('upi')).toBeLessThan((await order()).indexOf('cod'))
    await expectGood(page, 'payment-methods')
    expect(complaints).toEqual([])
    await close()
  })

  it('that somebody else has changed meanwhile are shown in both versions', async () => {
    await upsert({ code: 'cheque', kind: 'MANUAL', name: 'Cheque', fee: 10 })
    const { page, close } = await desk.open({ path: 'payment-methods/cheque' })
    await page.getByLabel('Fee', { exact: true }).fill('15')
    await upsert({ code: 'cheque', version: 1, fee: 12, name: 'By cheque' })
    await page.getByRole('button', { name: 'Save' }).click()
    const both = page.getByRole('table', { name: 'Both versions' })
    expect(await both.getByRole('row').filter({ hasText: 'Fee' }).innerText()).toMatch(/15\.00\s+12\.00/)
    await page.getByRole('button', { name: 'Save this' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await method('cheque')).toMatchObject({ fee: 15, name: 'By cheque', version: 3 })
    await close()
  })

  it('may have any code, as zones may, even one that could be the address of a form', async () => {
    await upsert({ code: 'new', kind: 'MANUAL', name: 'On account' })
    await desk.owner.ask('mutation ($input: ShippingZoneInput!) { upsertShippingZone(input: $input) { version } }', {
      input: { code: 'new', name: 'New Delhi' },
    })
    const { page, complaints, close, goTo } = await desk.open({ path: 'payment-methods' })
    await page.getByRole('link', { name: 'On account' }).click()
    await page.getByRole('heading', { level: 1, name: 'On account' }).waitFor()
    await page.getByLabel('Name').fill('Pay later')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pay later' }).waitFor()
    await goTo('delivery/new')
    await page.getByRole('heading', { level: 1, name: 'New Delhi' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('are behind “More” on a phone, which says so, and a trial leads back to where it was begun', async () => {
    await upsert({ code: 'on-credit', kind: 'MANUAL', name: 'On credit' })
    const { page, close } = await desk.open({ path: '', size: 'phone' })
    const more = page.getByRole('button', { name: 'More' })
    expect(await more.getAttribute('aria-current')).toBeNull()
    await more.click()
    await page.getByRole('link', { name: 'Payment methods' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payment methods' }).waitFor()
    expect(await more.getAttribute('aria-current')).toBe('true')
    await page.getByRole('link', { name: 'On credit' }).click()
    await page.getByRole('link', { name: 'Try it out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Try out a cart' }).waitFor()
    await page.getByRole('link', { name: 'on-credit' }).click()
    await page.getByRole('heading', { level: 1, name: 'On credit' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Payment methods' }).click()
    await page.getByRole('link', { name: 'Try out a cart' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Payment methods' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payment methods' }).waitFor()
    await close()
  })
})
