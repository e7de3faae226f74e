import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { buy, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, exported, openDesk } from './support/owner.ts'

const bundle = {
  store: { subdomain: 'tea', payments: { provider: 'sandbox' } },
  products: [{ slug: 'assam', name: 'Assam', price: 100 }],
  customers: [{ name: 'Asha', phone: '919876543210', password: 'secret1' }],
}

const ravi = { name: 'Ravi', phone: '098765 43211', email: 'ravi@example.com', address: '3 Lake Road, Kolkata' }

let desk: Desk

async function order(buyer: object, isPaid = true): Promise<string> {
  const client = clientOf(desk.shop, 'tea', 'GraphQL')
  const items = [{ id: await productIdOf(desk.shop, desk.store, 'assam'), qty: 1 }]
  const { orderNo } = isPaid
    ? await buy(desk.shop, client, { buyer, items })
    : await dataOf(client.checkout({ buyer, items }))
  return orderNo
}

describe('Customers without an account in the console', needs(noBrowser), () => {
  let first: string
  beforeAll(async () => {
    desk = await openDesk(bundle)
    first = await order({ name: 'Ravi K', phone: '+91 98765-43211' })
    await order(ravi, false)
    await order({ name: 'Asha, in a hurry', phone: '98765 43210' })
  })
  afterAll(() => desk?.close())

  it('are beside those with one, found by what is searched for in both', async () => {
    const { page, complaints, close } = await desk.open({ path: 'customers' })
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('link', { name: 'With an account 1' }).waitFor()
    await page.getByRole('searchbox').fill('43211')
    await page.getByText('No customer matches').waitFor()
    await views.getByRole('link', { name: 'With an account 0' }).waitFor()
    await views.getByRole('link', { name: 'Without one 1' }).click()
    const table = page.getByRole('table', { name: 'Customers without an account' })
    const row = table.getByRole('row').filter({ hasText: 'Ravi' })
    expect(await row.innerText()).toMatch(/Ravi\s+098765 43211\s+ravi@example\.com\s+.+\s+2\s+1\s+₹100\.00/)
    await expectGood(page, 'guests')
    expect(await exported(page, 'Customers, plain CSV')).toMatch(
      /^created_at,.*,account\r\n[^\r]*,Ravi,[^\r]*,false\r\n$/,
    )
    await page.getByRole('searchbox').fill('98765')
    await views.getByRole('link', { name: 'With an account 1' }).waitFor()
    expect(await exported(page, 'With and without an account, plain CSV')).toMatch(
      /,Asha,.*,true\r\n.*,Ravi,.*,false\r\n$/s,
    )
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText('No customer matches').waitFor()
    await page.getByRole('link', { name: 'Show all customers' }).click()
    await row.getByRole('link', { name: 'Ravi' }).click()
    await page.getByRole('heading', { name: 'Ravi' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('have a page with their orders, to which an order leads', async () => {
    const { page, complaints, close } = await desk.open({ path: `orders/${first}` })
    await page.getByRole('link', { name: 'Ravi K' }).click()
    await page.getByRole('heading', { name: 'Ravi', exact: true }).waitFor()
    await page.getByText('Without an account').waitFor()
    await page.getByRole('link', { name: first }).waitFor()
    const hrefs = await page
      .locator('#content a[href^="tel:"], #content a[href^="mailto:"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(hrefs).toEqual(['tel:098765 43211', 'mailto:ravi@example.com'])
    await page.getByText('3 Lake Road, Kolkata').waitFor()
    const figures = page.locator('.tiles')
    expect(await figures.innerText()).toMatch(/Spent\s+₹100\.00\s+Paid orders\s+1\s+All orders\s+2/i)
    await expectGood(page, 'guest')
    await page.getByRole('link', { name: 'Show them in the list of orders' }).click()
    await page.getByText('2 in all').waitFor()
    await page.getByText('Only orders of one customer.').waitFor()
    expect((await exported(page, 'Orders, plain CSV')).trimEnd().split('\r\n')).toHaveLength(3)
    expect(complaints).toEqual([])
    await close()
  })

  it('stand on the page of the account that their phone has', async () => {
    const { page, complaints, close } = await desk.open({ path: 'customers' })
    await page.getByRole('link', { name: 'Asha' }).click()
    await page.getByRole('link', { name: '1 order without the account' }).click()
    await page.getByText('This phone also has an account:').waitFor()
    await page.getByRole('heading', { name: 'Asha, in a hurry' }).waitFor()
    await expectGood(page, 'guest-with-account')
    expect(await page.getByRole('button', { name: 'Export their data' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Asha', exact: true }).click()
    await page.getByRole('heading', { name: 'Asha', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('are found from everywhere', async () => {
    const { page, close } = await desk.open({ size: 'phone', path: 'customers?account=false' })
    await page.getByText('1 in all').waitFor()
    await expectGood(page, 'guests')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('+91 98765 43211')
    await page.getByRole('option', { name: /Ravi.*without an account/ }).click()
    await page.getByRole('heading', { name: 'Ravi', exact: true }).waitFor()
    await expectGood(page, 'guest')
    await close()
  })

  it('are seen with the scope for customers, their orders with that for orders', async () => {
    const { page, goTo, close } = await desk.open({ path: 'customers/guests/09876543211', scopes: ['customers'] })
    await page.getByRole('heading', { name: 'Ravi', exact: true }).waitFor()
    expect(await page.getByRole('heading', { name: 'Orders' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
    await goTo('customers/guests/12345')
    await page.getByText('Nobody has ordered with this phone without an account').waitFor()
    await close()
    const other = await desk.open({ path: `orders/${first}`, scopes: ['orders'] })
    await other.page.getByText('Ravi K').waitFor()
    expect(await other.page.getByRole('link', { name: 'Ravi K' }).count()).toBe(0)
    await other.close()
  })

  it('give their data, and are erased', async () => {
    const orderNo = await order({ name: 'Meera', phone: '98765 43219' }, false)
    const { page, close } = await desk.open({ path: 'customers/guests/9876543219' })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export their data' }).click()
    expect((await download).suggestedFilename()).toBe('tea-customer-9876543219.json')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase the customer' }).click()
    await page.getByText('Orders placed with 98765 43219 stay').waitFor()
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('Meera was erased; 1 order and 0 reviews stay without a name').waitFor()
    await page.getByText('1 in all').waitFor()
    expect(await page.getByRole('link', { name: 'Meera' }).count()).toBe(0)
    expect(await desk.shop.database.prisma.order.findFirst({ where: { orderNo } })).toMatchObject({
      buyerName: 'Erased',
    })
    await close()
  })
})
