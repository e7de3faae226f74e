import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { buyer, dataOf, pay, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, exported, openDesk } from './support/owner.ts'

const MARKUP = `<img src=x onerror="document.title='broken in'"><b>bold</b>`

const bundle = {
  store: {
    subdomain: 'tea',
    payments: { provider: 'sandbox' },
    loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 },
  },
  products: [{ slug: 'assam', name: 'Assam', price: 100, stock: 50 }],
  customers: [
    { name: 'Asha', phone: '9876543210', password: 'secret1', email: 'asha@example.com', loyaltyPoints: 100 },
    { name: MARKUP, phone: '9876543211', password: 'secret1', address: MARKUP, loyaltyPoints: 5 },
    { name: 'Ravi', phone: '9876543212', password: 'secret1' },
    { name: 'Meera', phone: '9876543213', password: 'secret1' },
  ],
}

let desk: Desk

const customerOf = (name: string) =>
  desk.shop.database.prisma.customer.findFirstOrThrow({ where: { storeId: desk.store.id, name } })

const pathOf = async (name: string) => `customers/${(await customerOf(name)).id}`

/** A paid order of the account with this phone, not shipped yet. */
async function buyAs(phone: string): Promise<string> {
  const client = clientOf(desk.shop, 'tea', 'GraphQL')
  const { token } = await dataOf(client.logIn({ phone, password: 'secret1' }))
  const items = [{ id: await productIdOf(desk.shop, desk.store, 'assam'), qty: 2 }]
  const placed = await dataOf(client.checkout({ buyer: { ...buyer, phone }, items }, { token }))
  await dataOf(client.verify(await pay(desk.shop, placed.providerOrderId)))
  return placed.orderNo
}

describe('Customers in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk(bundle)
  })
  afterAll(() => desk?.close())

  it('are found, and shown with their orders', async () => {
    const orderNo = await buyAs('9876543210')
    const { page, complaints, close } = await desk.open({ path: 'customers' })
    await page.getByText('4 in all').waitFor()
    await expectGood(page, 'customers')
    expect(await exported(page, 'Customers, plain CSV')).toMatch(/^created_at,id,name,.*asha@example\.com/s)
    await page.getByRole('searchbox').fill('43210')
    await page.waitForURL(/q=.*43210/)
    await page.getByText('1 in all').waitFor()
    const found = await exported(page, 'Customers, for Excel')
    expect(found.trim().split('\r\n')).toHaveLength(2)
    expect(found).toContain('asha@example.com')
    await page.getByRole('link', { name: 'Asha' }).click()
    await page.getByRole('heading', { name: 'Asha' }).waitFor()
    await page.getByRole('link', { name: orderNo }).first().waitFor()
    await page.getByText('₹200.00').first().waitFor()
    await expectGood(page, 'customer')
    await page.getByRole('link', { name: 'Show them in the list of orders' }).click()
    await page.getByText('1 in all').waitFor()
    await page.getByText('Only orders of one customer.').waitFor()
    await page.goBack()
    await page.goBack()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('43210')
    expect(complaints).toEqual([])
    await close()
  })

  it('get points with a reason, which the opposite takes back', async () => {
    const { page, complaints, close } = await desk.open({ path: await pathOf('Ravi') })
    await page.getByRole('button', { name: 'Adjust points' }).click()
    const adjust = page.getByRole('button', { name: 'Adjust', exact: true })
    await page.getByLabel('What to do').selectOption('Remove points')
    await page.getByLabel('Points', { exact: true }).fill('1.5')
    await page.getByLabel('Reason').fill('Sorry')
    await adjust.click()
    await page.getByText('Type a whole number, such as 12.').waitFor()
    await page.getByLabel('Points', { exact: true }).fill('30')
    await adjust.click()
    await page.getByText('The customer has 0 points to take away').waitFor()
    await expectGood(page, 'points')
    await page.getByLabel('What to do').selectOption('Add points')
    await page.getByText('Afterwards: 30 points.').waitFor()
    await adjust.click()
    const ledger = page.getByRole('list', { name: 'Changes of points' }).getByRole('listitem')
    await ledger.filter({ hasText: '+30' }).filter({ hasText: 'Sorry' }).filter({ hasText: 'Desk' }).waitFor()
    expect(await customerOf('Ravi')).toMatchObject({ points: 30 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await ledger.filter({ hasText: '−30' }).filter({ hasText: 'Undone: Sorry' }).waitFor()
    expect(await customerOf('Ravi')).toMatchObject({ points: 0 })
    expect(complaints).toEqual([])
    await close()
  })

  it('are handed a password link, shown once', async () => {
    const { page, close } = await desk.open({ path: await pathOf('Meera') })
    const open = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Password link' }).click()
    }
    await open()
    await page.getByRole('button', { name: 'Create the link' }).click()
    const link = page.getByLabel('Link', { exact: true })
    expect(await link.innerText()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/.*[?#/]/)
    await page.getByText(/^It works once, until /).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.innerText())
    await expectGood(page, 'password-link')
    await page.getByRole('button', { name: 'Done' }).click()
    await open()
    await page.getByRole('button', { name: 'Create the link' }).waitFor()
    expect(await link.count()).toBe(0)
    await close()
  })

  it('get their data, and are erased when all is settled', async () => {
    const orderNo = await buyAs('9876543213')
    const { page, close } = await desk.open({ path: await pathOf('Meera') })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export their data' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('tea-customer-9876543213.json')
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ accounts: [{ name: 'Meera' }] })

    const erase = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Erase the customer' }).click()
    }
    await erase()
    await page.getByRole('alertdialog', { name: 'Erase Meera?' }).waitFor()
    expect(await page.getByRole('alertdialog').innerText()).toMatch(/account with its \d+ points, .* cannot be undone/)
    await expectGood(page, 'erase')
    await page.getByRole('button', { name: 'Keep the customer' }).click()
    expect(await customerOf('Meera')).toMatchObject({ phone: '9876543213' })
    await erase()
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page
      .getByText(
        `Not everything is settled with this customer: ${orderNo}. Ship what is paid, or cancel it and mark it as refunded; then erase.`,
      )
      .waitFor()
    await desk.owner.ask(`mutation { setOrderStatus(orderNo: "${orderNo}", status: SHIPPED) { id } }`)
    await erase()
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('Meera was erased; 1 order and 0 reviews stay without a name').waitFor()
    await page.getByText('3 in all').waitFor()
    await page.goBack()
    await page.getByText('There is no such customer').waitFor()
    await close()
  })

  it('full of markup are text, on a phone as well', async () => {
    const { page, complaints, close } = await desk.open({ path: await pathOf(MARKUP), size: 'phone' })
    await page.getByRole('heading', { level: 1, name: MARKUP }).waitFor()
    expect(await page.locator('#content b, #content img').count()).toBe(0)
    expect(await page.title()).toBe(`${MARKUP} · Tea House`)
    await expectGood(page, 'customer')
    await page.getByRole('link', { name: 'Customers', exact: true }).first().click()
    await page.getByRole('link', { name: MARKUP }).waitFor()
    await expectGood(page, 'customers')
    expect(complaints).toEqual([])
    await close()
  })

  it('are only shown to a key that may only look', async () => {
    const { page, close } = await desk.open({ path: await pathOf('Asha'), scopes: ['read'] })
    await page.getByRole('heading', { name: 'Points' }).waitFor()
    expect(await page.locator('#content').getByRole('button').allInnerTexts()).toEqual(['Export their data'])
    await close()
  })

  it('come without orders to a key that may not see those', async () => {
    const { page, close } = await desk.open({ path: await pathOf('Asha'), scopes: ['customers'] })
    await page.getByRole('button', { name: 'Adjust points' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Orders' }).count()).toBe(0)
    await close()
  })
})
