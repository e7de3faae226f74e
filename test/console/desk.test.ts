import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

describe('the console, as seen in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it.each(['desktop', 'phone'] as const)(
    'opens the place that was asked for once one has logged in, on a %s',
    async (size) => {
      const { page, complaints, close } = await desk.open({ path: 'orders?status=CONFIRMED', size })
      expect(page.url()).toBe(`${desk.origin}/console/s/demo/orders?status=CONFIRMED`)
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Orders')
      await page.getByText('No order matches').waitFor()
      await expectGood(page, 'orders-none')
      expect(complaints).toEqual([])
      await close()
    },
  )

  it('offers a limited key only its places', async () => {
    const { page, close } = await desk.open({ scopes: ['customers'] })
    const places = page.getByRole('navigation').getByRole('link')
    expect(await places.allInnerTexts()).toEqual(['Today', 'Customers', 'Leads'])
    await close()
  })

  it('puts the focus on the title of the page that was opened, once it is there', async () => {
    const { page, goTo, close } = await desk.open({ path: 'orders' })
    const title = () => page.evaluate(() => document.activeElement?.matches('h1') && document.activeElement.textContent)
    for (const place of ['Leads', 'Discounts', 'Orders']) {
      await page.getByRole('link', { name: place }).click()
      await expect.poll(title).toBe(place)
    }
    await page.getByRole('link', { name: 'Discounts' }).click()
    await page.getByRole('link', { name: 'New discount' }).click()
    await expect.poll(title).toBe('New discount')
    // A page that is loaded anew is announced by the browser.
    await goTo('leads')
    expect(await title()).toBe(false)
    await close()
  })

  it('says that there is no connection, and sends nothing later', async () => {
    const { page, close } = await desk.open({ path: 'discounts' })
    const offline = 'The store could not be reached. Check your connection and try again.'
    const code = page.getByRole('checkbox', { name: 'FRIENDS20 is switched on' })
    await code.waitFor()
    await page.context().setOffline(true)
    await code.click()
    const toasts = page.locator('.toast').filter({ hasText: offline })
    await toasts.waitFor()
    await page.getByRole('link', { name: 'Leads' }).click()
    await page.locator('#content').getByText(offline).waitFor()
    await page.keyboard.press('Control+k')
    await toasts.nth(1).waitFor()

    await page.context().setOffline(false)
    // It is tried again with the connection, and may be there before it can be asked for.
    await page.getByRole('button', { name: 'Try again' }).evaluateAll((buttons) => {
      for (const button of buttons as HTMLElement[]) button.click()
    })
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Discounts' }).click()
    await code.waitFor()
    expect(await code.isChecked()).toBe(true)
    await close()
  })

  it('asks before it logs out everybody with the key', async () => {
    const { page, goTo, close } = await desk.open()
    const menu = page.getByRole('button', { name: 'Demo Tea House' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Log out everywhere' }).click()
    await page.getByRole('alertdialog', { name: 'Log out everywhere?' }).getByRole('button', { name: 'Cancel' }).click()
    await goTo('orders')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Log out everywhere' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click()
    await page.getByLabel('Owner key').waitFor()
    await close()
  })

  it('asks before it logs out with something unsaved', async () => {
    const { page, close } = await desk.open({ path: 'discounts/FRIENDS20' })
    await page.getByLabel('Uses in all').fill('77')
    const menu = page.getByRole('button', { name: 'Demo Tea House' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Log out', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Log out without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()

    await page.getByLabel('Uses in all').fill('78')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Log out', exact: true }).click()
    await question.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Owner key').waitFor()
    const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((place) => place.includes('draft')))
    await expect.poll(drafts).toEqual([])
    await close()
  })

  it('finds settings by their names', async () => {
    const { page, close } = await desk.open()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('webh')
    await page.getByRole('option', { name: 'Webhooks' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await close()
  })
})
