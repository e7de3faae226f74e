import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { buyer, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { newPhone } from '../support/phones.ts'
import { upload } from '../support/pictures.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const flat = (code: string, name: string, fee: number) => ({ code, name, tiers: [{ from: 0, fee }] })

const bundle = {
  store: {
    subdomain: 'tea',
    paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash on delivery', fee: 30 }],
    shipping: {
      zones: [
        {
          code: 'india',
          name: 'All of India',
          countries: ['IN'],
          methods: [flat('post', 'By post', 40), flat('bike', 'By bike', 90)],
        },
      ],
    },
  },
  products: [
    {
      ...{ slug: 'assam', name: 'Assam <b>', price: 499, stock: 25, sku: 'ASSAM' },
      variants: [
        { options: { size: '100g' }, price: 250, stock: 4, sku: 'A-100' },
        { options: { size: '250g' }, stock: 9, sku: 'A-250' },
      ],
    },
    { slug: 'mint', name: 'Mint', price: 180, stock: 7, sku: 'MINT' },
    { slug: 'cup', name: 'Cup', price: 90, sku: 'CUP' },
    { slug: 'green', name: 'Green tea', price: 120, stock: 6, sku: 'GREEN' },
    { slug: 'pot', name: 'Pot', price: 900, sku: 'POT' },
    {
      ...{ slug: 'oolong', name: 'Oolong', price: 300 },
      variants: [
        { options: { size: '100g' }, stock: 10, sku: 'O-100' },
        { options: { size: '250g' }, stock: 9, sku: 'O-250' },
      ],
    },
  ],
}

let desk: Desk

const stored = async (slug: string) =>
  (
    await desk.owner.ask(
      'query ($slug: String!) { product(slug: $slug) { id version stock media { url alt } variants { id sku stock } } }',
      { slug },
    )
  ).product

/** The owner of the test asks without a port. */
const served = (url: string) => desk.origin + new URL(url).pathname

async function uploaded(background: string): Promise<{ id: string; url: string }> {
  const file = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer()
  return (await upload(desk.shop, { subdomain: 'tea', key: desk.owner.key }, file)).body.media
}

describe('stock, pictures and deliveries in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk(bundle)
  })
  afterAll(() => desk?.close())

  it('units are added and removed with a reason, which stands in the history', async () => {
    const { id } = await stored('mint')
    const { page, complaints, close } = await desk.open({ path: `products/${id}` })
    await page.getByRole('button', { name: 'Add or remove units of Mint' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add or remove units' })
    await dialog.getByText('Mint: 7 units in stock.').waitFor()
    await dialog.getByLabel('Units', { exact: true }).fill('0')
    await dialog.getByLabel('Reason').fill(' ')
    await dialog.getByRole('button', { name: 'Change the stock' }).click()
    await dialog.getByText('Say why, for the history.').waitFor()
    await dialog.getByText('Type a whole number, such as 12.').waitFor()
    await dialog.getByLabel('What to do').selectOption('remove')
    await dialog.getByLabel('Units', { exact: true }).fill('3')
    await dialog.getByLabel('Reason').fill('Broken <i>on the way</i>')
    await dialog.getByText('Afterwards: 4 units.').waitFor()
    await expectGood(page, 'stock-dialog')
    // Sold meanwhile: what is removed is removed from what is there.
    await desk.owner.ask('mutation ($id: ID!) { changeStock(productId: $id, by: -1) { id } }', { id })
    await dialog.getByRole('button', { name: 'Change the stock' }).click()
    await page.getByText('“Mint”: 3 units removed').waitFor()
    expect(await stored('mint')).toMatchObject({ stock: 3 })
    await expect.poll(() => page.getByLabel('Stock of Mint').inputValue()).toBe('3')

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Mint”: undone').waitFor()
    expect(await stored('mint')).toMatchObject({ stock: 6 })
    await page.getByRole('button', { name: 'Add or remove units of Mint' }).click()
    await dialog.getByLabel('What to do').selectOption('remove')
    await dialog.getByLabel('Units', { exact: true }).fill('7')
    await dialog.getByLabel('Reason').fill('Stolen')
    await dialog.getByRole('button', { name: 'Change the stock' }).click()
    await dialog.getByText('There are only 6 in stock: 7 cannot be taken away.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('link', { name: 'History' }).click()
    const changes = page.getByRole('list', { name: 'Changes' })
    await changes.getByText('Broken <i>on the way</i>', { exact: true }).waitFor()
    await changes.getByText('Undone: Broken <i>on the way</i>').waitFor()
    expect(await changes.getByText('“Mint”').count()).toBe(3)
    await page.getByRole('link', { name: 'Show the changes of everything' }).click()
    await page.getByLabel('What was changed').waitFor()
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
    await close()
  })

  it('each variant has its own, on a phone, and what is not counted has none', async () => {
    const { id } = await stored('assam')
    const { page, close, goTo } = await desk.open({ path: `products/${id}`, size: 'phone' })
    await page.getByRole('button', { name: 'Add or remove units of Assam <b>, 100g' }).click()
    await page.getByRole('textbox', { name: 'Units' }).fill('6')
    await page.getByLabel('Reason').fill('Delivery of 12 May')
    await page.getByRole('button', { name: 'Change the stock' }).click()
    await page.getByText('“Assam <b>, 100g”: 6 units added').waitFor()
    expect((await stored('assam')).variants).toMatchObject([{ stock: 10 }, { stock: 9 }])
    await expectGood(page, 'product-stock')
    await goTo(`products/${(await stored('cup')).id}`)
    await page.getByLabel('Stock of Cup').waitFor()
    expect(await page.getByRole('button', { name: /^Add or remove/ }).count()).toBe(0)
    await close()
  })

  it('a file sets stocks by SKU, after it has shown what changes and what it leaves out', async () => {
    const { page, complaints, close } = await desk.open({ path: 'products/import' })
    await page.getByRole('link', { name: 'Stock by SKU' }).click()
    await page.getByRole('heading', { level: 1, name: 'Import stock' }).waitFor()
    const input = page.getByLabel('CSV file')
    await input.setInputFiles(csv('stock.csv', 'sku,stock\nGREEN,12\nO-250,\nNONE-1,5\nPOT,40\nO-100,1o\n'))
    await page.getByText('1 mistake: nothing was stored').waitFor()
    const mistakes = page.getByRole('table', { name: 'Mistakes' })
    expect(await mistakes.innerText()).toMatch(/6\s+stock\s+expected .*found "1o"/)

    await input.setInputFiles(csv('stock.csv', 'sku,stock\nGREEN,12\nO-250,\nNONE-1,5\nPOT,40\nO-100,10\n'))
    await expect.poll(() => mistakes.innerText()).toMatch(/4\s+sku\s+.*"NONE-1"/)
    expect(await page.getByRole('button', { name: /^Set / }).count()).toBe(0)
    await page.getByLabel('Leave out lines whose SKU is unknown').check()
    await page.getByText('2 stocks to set, 1 already as in the file, 2 lines left out.').waitFor()
    const left = page.getByRole('table', { name: 'Left out' })
    expect(await left.innerText()).toMatch(/3\s+O-250\s+No stock is given.*4\s+NONE-1\s+No product or variant/s)
    const stocks = page.getByRole('table', { name: 'Stocks' })
    expect(await stocks.innerText()).toMatch(/2\s+GREEN\s+Green tea\s+6\s+12\s+5\s+POT\s+Pot\s+Not counted\s+40/)
    await expectGood(page, 'import-stock')
    expect(await stored('green')).toMatchObject({ stock: 6 })
    await page.getByRole('button', { name: 'Set 2 stocks' }).click()
    await page.getByText('Imported', { exact: true }).waitFor()
    expect([(await stored('green')).stock, (await stored('pot')).stock]).toEqual([12, 40])
    await page.setViewportSize({ width: 360, height: 740 })
    await expectGood(page, 'import-stock')
    expect(complaints).toEqual([])
    await close()
  })

  it('pictures are listed with where they are, described, and deleted when they are nowhere', async () => {
    const [leaf, cup, spare] = [await uploaded('#5a7d2a'), await uploaded('#a2552a'), await uploaded('#2a55a2')]
    const UPSERT = 'mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }'
    for (const [slug, media] of [
      [
        'mint',
        [
          { url: leaf.url, alt: 'Leaves' },
          { url: 'https://images.example.com/a.jpg', alt: 'Elsewhere' },
        ],
      ],
      ['cup', [{ url: cup.url }, { url: leaf.url, alt: 'Tea' }]],
    ] as const) {
      const { id, version } = await stored(slug)
      await desk.owner.ask(UPSERT, { input: { id, version, media } })
    }
    const { page, complaints, close } = await desk.open({ path: 'products' })
    await page.getByRole('link', { name: 'Pictures' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pictures' }).waitFor()
    const list = page.getByRole('list', { name: 'Pictures' })
    await expect.poll(() => list.getByRole('button').count()).toBe(3)
    expect(await list.innerText()).toMatch(/Not in use.*Cup.*(Cup|Mint) and 1 more/s)
    await expectGood(page, 'pictures')

    await list.getByRole('button', { name: /and 1 more/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Picture' })
    await dialog.getByText(/^640 × 480 pixels, .*kB/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await dialog.getByLabel('What it shows in “Mint”').fill('Leaves of mint')
    await expectGood(page, 'picture')
    // Somebody else changes the product before one saves: it is based on what is there then.
    const mint = await stored('mint')
    await desk.owner.ask(UPSERT, { input: { id: mint.id, version: mint.version, price: 190 } })
    await dialog.getByRole('button', { name: 'Save the description' }).click()
    await page.getByText('Description saved').waitFor()
    expect((await stored('mint')).media).toEqual([
      { url: leaf.url, alt: 'Leaves of mint' },
      { url: 'https://images.example.com/a.jpg', alt: 'Elsewhere' },
    ])
    expect((await stored('cup')).media[1]).toEqual({ url: leaf.url, alt: 'Tea' })
    await dialog.getByRole('link', { name: 'Mint' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByLabel('Pictures to upload').setInputFiles([
      {
        name: 'new.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#222' } })
          .png()
          .toBuffer(),
      },
      { name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('This is no picture') },
    ])
    await page.getByText('This file type is not supported.').waitFor()
    await page.getByRole('button', { name: 'Dismiss not.png' }).click()
    await page.getByRole('combobox', { name: 'Use' }).selectOption('false')
    await expect.poll(() => list.getByRole('button').count()).toBe(2)
    await list.getByRole('button').last().click()
    await dialog.getByText('No product or page uses it').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete 1 picture' }).click()
    await page.getByText('1 picture deleted', { exact: true }).waitFor()
    expect((await fetch(served(spare.url))).status).toBe(404)

    // In use meanwhile.
    const [other] = (await desk.owner.ask('{ pictures(used: false) { nodes { id url } } }')).pictures.nodes
    const { id, version, media } = await stored('cup')
    await page.getByRole('button', { name: 'Delete 1 unused picture on this page' }).click()
    await desk.owner.ask(UPSERT, { input: { id, version, media: [...media, { url: other.url }] } })
    await page.getByRole('button', { name: 'Delete 1 picture' }).click()
    await page.getByText('0 pictures deleted; 1 picture kept, in use or gone already').waitFor()
    await page.getByText('No picture matches').waitFor()
    expect((await fetch(served(other.url))).status).toBe(200)
    await page.getByRole('link', { name: 'Show all pictures' }).click()
    await page.setViewportSize({ width: 360, height: 740 })
    await list.getByRole('button').first().waitFor()
    await expectGood(page, 'pictures')
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    await close()
  })

  it('who may only read sees the pictures and changes nothing', async () => {
    const { page, close, goTo } = await desk.open({ path: 'products/pictures', scopes: ['read'] })
    await page
      .getByRole('list', { name: 'Pictures' })
      .getByRole('button', { name: /and 1 more/ })
      .click()
    await page.getByText('Leaves of mint').waitFor()
    expect(await page.getByRole('button', { name: /Save|Delete|Upload/ }).count()).toBe(0)
    await goTo('products/import/stock')
    await page.getByText('You may not change products').waitFor()
    await close()
  })

  it('Today says what orders came to by method, zone and payment', async () => {
    const client = clientOf(desk.shop, 'tea', 'REST')
    const items = [{ id: await productIdOf(desk.shop, desk.store, 'cup'), qty: 2 }]
    const place = (method: string) =>
      dataOf(
        client.checkout({
          ...{ items, paymentMethod: 'cod', delivery: { method } },
          buyer: { ...buyer, phone: newPhone(), address: '1 Hill lane' },
        }),
      )
    for (const method of ['bike', 'post', 'post']) await place(method)
    const { page, complaints, close } = await desk.open()
    const report = page.getByRole('region', { name: 'Deliveries and payments' })
    const methods = report.getByRole('table', { name: 'Orders by delivery method' })
    await methods.waitFor()
    expect(await methods.innerText()).toMatch(/By post\s+2\s+₹360.00\s+₹80.00\s+0%\s+By bike\s+1\s+₹180.00\s+₹90.00/)
    await report.getByRole('button', { name: 'Zone' }).click()
    expect(await report.getByRole('table', { name: 'Orders by zone' }).innerText()).toMatch(
      /All of India\s+3\s+₹540.00/,
    )
    await report.getByRole('button', { name: 'Payment' }).click()
    const payments = report.getByRole('table', { name: 'Orders by payment method' })
    await expect.poll(() => payments.innerText()).toMatch(/Cash on delivery\s+3\s+₹540.00\s+₹90.00/)
    await expectGood(page, 'today-report')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectGood(page, 'today-report')
    await page.getByRole('link', { name: 'Show test payments' }).click()
    await report.getByText('No orders in this period.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
