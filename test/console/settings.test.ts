import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const settings = () =>
  desk.owner.ask(`{ store {
    version businessName ownerEmail lowStockThreshold protected protection
    tax { rate inclusive } shipping { fee freeFrom country } loyalty { earnRate }
  } }`)

describe('Settings of a store', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it('are listed with a sentence each, and opened by their name', async () => {
    const { page, goTo, complaints, close } = await desk.open({ path: 'settings', size: 'phone' })
    await expectGood(page, 'settings')
    await page.getByRole('link', { name: /^Tax/ }).click()
    await page.getByRole('heading', { name: 'Tax', level: 1 }).waitFor()
    await goTo('settings/store')
    await page.getByLabel('Time zone').waitFor()
    await expectGood(page, 'settings-store')
    await page.goto(`${desk.origin}/console/s/${desk.store.subdomain}/settings/nothing`)
    await page.getByText('There is nothing at this address').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('are saved, one part after the other, and markup in them is text', async () => {
    const { page, goTo, complaints, close } = await desk.open({ path: 'settings/store' })
    const name = '<img src=x onerror=alert(1)> Tea'
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Your email address').fill('')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByLabel('Low stock').fill('7')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect.poll(async () => (await settings()).store.lowStockThreshold).toBe(7)
    expect((await settings()).store).toMatchObject({ businessName: name, ownerEmail: null })
    expect(await page.locator('img').count()).toBe(0)

    await goTo('settings/tax')
    await page.getByLabel('Usual rate').fill('12,5')
    await page.getByLabel('Prices include tax').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await settings()).store.tax).toEqual({ rate: 12.5, inclusive: true })
    await expectGood(page, 'settings-tax')

    await goTo('settings/loyalty')
    await page.getByLabel('Points earned').fill('0.2')
    await page.getByText('Who buys for ₹1,000.00 earns 200 points, worth ₹100.00.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await settings()).store.loyalty.earnRate).toBe(0.2)
    expect(complaints).toEqual([])
    await close()
  })

  it('say at the field what is wrong, and can be sent again', async () => {
    const { page, close } = await desk.open({ path: 'settings/shipping' })
    const fee = page.getByLabel('Fee per order')
    await fee.fill('ten')
    await page.getByText('Type a number such as 1234.50.').waitFor()
    await fee.fill('-10')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.field-mistake').waitFor()
    expect(await fee.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('.field-mistake').textContent()).toBe('Expected: a number of at least 0; you gave -10.')
    await fee.fill('10.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await settings()).store.shipping.fee).toBe(10.5)
    expect(await page.locator('.field-mistake').count()).toBe(0)
    await close()
  })

  it('name the store’s country, or leave it to the currency', async () => {
    const { page, close } = await desk.open({ path: 'settings/shipping' })
    const country = page.getByLabel('Country')
    expect(await country.locator('option:checked').innerText()).toBe('That of your currency, India')
    await country.selectOption('Sri Lanka')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await settings()).store.shipping.country).toBe('LK')
    await country.selectOption('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await settings()).store.shipping.country).toBe(null)
    await expectGood(page, 'settings-shipping')
    await close()
  })

  it('show both versions when somebody else has saved meanwhile', async () => {
    const { page, close } = await desk.open({ path: 'settings/shipping' })
    await page.getByLabel('Fee per order').fill('20')
    await page.getByLabel('Free from').fill('500')
    const { version } = (await settings()).store
    await desk.owner.ask(
      `mutation { updateStore(version: ${version}, input: { shipping: { fee: 30, freeFrom: 600 } }) { version } }`,
    )
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
    await dialog.waitFor()
    await expectGood(page, 'settings-conflict')
    await dialog
      .getByRole('row', { name: /Free from/ })
      .getByLabel('600')
      .check()
    await dialog.getByRole('button', { name: 'Save this' }).click()
    await expect.poll(async () => (await settings()).store.shipping).toMatchObject({ fee: 20, freeFrom: 600 })
    await close()
  })

  it('are kept through a reload before they are saved, and asked about before they are lost', async () => {
    const { page, close } = await desk.open({ path: 'settings/tax' })
    await page.getByLabel('Usual rate').fill('9')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('What you had not saved is here again.').waitFor()
    expect(await page.getByLabel('Usual rate').inputValue()).toBe('9')
    await page.getByRole('link', { name: 'Shipping' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Shipping', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Tax', exact: true }).click()
    expect(await page.getByLabel('Usual rate').inputValue()).not.toBe('9')
    await close()
  })

  it('have a password for visitors that is never shown or stored in the browser', async () => {
    const { page, close } = await desk.open({ path: 'settings/store' })
    const answers: string[] = []
    page.on(
      'response',
      (answer) =>
        void answer.text().then(
          (text) => answers.push(text),
          () => {},
        ),
    )
    await page.getByLabel('New password').fill('open-sesame')
    await page.getByLabel('What it protects').selectOption('SITE')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByText('Password set.').waitFor()
    expect((await settings()).store).toMatchObject({ protected: true, protection: 'SITE' })
    await page.reload()
    expect(await page.getByLabel('New password').inputValue()).toBe('')
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    expect(stored + answers.join('')).not.toContain('open-sesame')

    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the password' }).click()
    await expect.poll(async () => (await settings()).store.protected).toBe(false)
    await close()
  })

  it('can only be looked at with a key that may only read', async () => {
    const { page, close } = await desk.open({ path: 'settings/store', scopes: ['read'] })
    await page.getByText('may see this, but not change it').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await close()
  })
})
