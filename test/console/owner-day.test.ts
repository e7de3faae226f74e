import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { buy, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { newPhone } from '../support/phones.ts'
import { type Desk, openDesk } from './support/owner.ts'

let desk: Desk

const product = async (slug: string) =>
  (await desk.owner.ask('query ($slug: String!) { product(slug: $slug) { id version price media { url } } }', { slug }))
    .product

/** @returns the number of a paid order of 420 */
async function order(name: string): Promise<string> {
  const items = [{ id: await productIdOf(desk.shop, desk.store, 'nilgiri-frost'), qty: 1 }]
  const buyer = { name, phone: newPhone(), address: '12 Lake Road, Kolkata' }
  return (await buy(desk.shop, clientOf(desk.shop, 'demo', 'REST'), { items, buyer })).orderNo
}

const csv = (text: string) => ({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

describe('an owner’s day in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk(undefined, { runsJobs: true })
  })
  afterAll(() => desk?.close())

  it.each(['desktop', 'phone'] as const)('on a %s: from the first order to the last import', async (size) => {
    const { page, complaints, goTo, close } = await desk.open({ path: '?money=test', size, typesKey: true })
    const go = (name: string) => page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name }).click()

    // An order comes in while today's page is open; the figures and the plot follow.
    const orders = page.locator('.tile', { hasText: 'Orders' }).locator('.tile-value')
    await page.locator('.plot canvas').waitFor()
    const before = Number(await orders.innerText())
    const drawing = () => page.locator('.plot canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
    const plot = await drawing()
    const orderNo = await order(`Asha on the ${size}`)
    await page.getByText(`New order ${orderNo}`).waitFor()
    await expect.poll(() => orders.innerText()).toBe(String(before + 1))
    await expect.poll(drawing).not.toBe(plot)

    // A review is approved.
    const pending = async () => (await desk.owner.ask('{ reviews(status: PENDING) { totalCount } }')).reviews.totalCount
    const waiting = await pending()
    await go('Reviews')
    await page.getByRole('button', { name: 'Approve' }).first().click()
    await expect.poll(pending).toBe(waiting - 1)

    // The order is shipped, and a part of it refunded.
    await go('Orders')
    await page.getByRole('link', { name: orderNo }).click()
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click()
    await page.getByRole('button', { name: 'Mark as delivered' }).waitFor()
    await page.getByRole('button', { name: 'Refund' }).click()
    await page.getByLabel('Amount').fill('20')
    await page.getByLabel('Reason').fill('Late')
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
    await page.locator('.plain-list').getByText('Late').waitFor()

    // A price is changed while another tab has changed it.
    const { id, price } = await product('nilgiri-frost')
    await goTo(`products/${id}`)
    await page.getByLabel('Price', { exact: true }).fill(String(price + 20))
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByLabel('Price', { exact: true }).fill(String(price + 10))
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await product('nilgiri-frost')).price).toBe(price + 10)
    await other.close()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })
    expect(await conflict.getByRole('row', { name: /^Price/ }).innerText()).toMatch(
      new RegExp(`${price + 20}\\.00\\s+${price + 10}\\.00`),
    )
    await conflict.getByRole('button', { name: 'Save this' }).click()
    await expect.poll(async () => (await product('nilgiri-frost')).price).toBe(price + 20)

    // It gets one more picture.
    const { media } = await product('nilgiri-frost')
    const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a55a2' } })
      .png()
      .toBuffer()
    await page.getByLabel('Pictures to upload').setInputFiles({ name: 'tin.png', mimeType: 'image/png', buffer })
    await page.getByLabel(`Picture ${media.length + 1}: what it shows`).fill('A blue tin')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await product('nilgiri-frost')).media.length).toBe(media.length + 1)

    // A file with a mistake is imported once that is corrected.
    await goTo('products/import')
    const input = page.getByLabel('CSV file')
    await input.setInputFiles(csv(`slug,name,price\n${size}-tea,Tea for the ${size},4oo\n`))
    expect(await page.getByRole('table', { name: 'Mistakes' }).innerText()).toMatch(/2[\s\S]*price/)
    await input.setInputFiles(csv(`slug,name,price\n${size}-tea,Tea for the ${size},400\n`))
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await page.getByText('Imported', { exact: true }).waitFor()
    expect((await product(`${size}-tea`)).price).toBe(400)
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
    await close()
  })
})
