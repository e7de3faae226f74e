import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const ALL = `id slug name version price salePrice category active stock attributes { name value }
  media { url alt width } seo { title description } variants { id options { name value } price stock sku picture }`

const stored = async (slug: string) =>
  (await desk.owner.ask(`query ($slug: String!) { product(slug: $slug) { ${ALL} } }`, { slug })).product

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a2552a' } })
  .png()
  .toBuffer()

describe('the page of a product, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk({
      store: { subdomain: 'tea' },
      products: [
        {
          ...{ slug: 'assam', name: 'Assam', price: 499, stock: 25, description: 'Malty.' },
          variants: [
            { options: { size: '100g' }, price: 250, stock: 4, sku: 'A-100' },
            { options: { size: '250g' }, stock: 9 },
          ],
        },
        { slug: 'mint', name: 'Mint', price: 180 },
      ],
    })
  })
  afterAll(() => desk?.close())

  it('makes a product with pictures, attributes and variants of all combinations', async () => {
    const { page, complaints, close } = await desk.open({ path: 'products/new' })
    await page.getByLabel('Name', { exact: true }).fill('Gyokuro <b>Uji</b>')
    await page.getByLabel('Price', { exact: true }).fill('1450,50')
    await page.getByLabel('Category').fill('Green tea')
    const files = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: png }))
    await page
      .getByLabel('Pictures to upload')
      .setInputFiles([...files, { name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('This is no picture') }])
    await page.getByLabel('Main picture: what it shows').fill('Leaves')
    await page.getByLabel('Picture 2: what it shows').fill('A cup')
    await page.getByText('This file type is not supported. Upload a JPEG, PNG, WebP, AVIF or GIF.').waitFor()
    await page.getByRole('button', { name: 'Dismiss not.png' }).click()
    await page.getByRole('button', { name: 'Move picture 2 up' }).press('Enter')
    expect(await page.getByLabel('Main picture: what it shows').inputValue()).toBe('A cup')
    const shown = page.locator('.picture')
    await shown.nth(1).dragTo(shown.nth(0))
    expect(await page.getByLabel('Main picture: what it shows').inputValue()).toBe('Leaves')
    const dropped = await page.evaluateHandle(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], 'three.png', { type: 'image/png' }))
      return transfer
    }, png.toString('base64'))
    await page.getByRole('group', { name: 'Pictures' }).last().dispatchEvent('drop', { dataTransfer: dropped })
    await page.getByLabel('Picture 3: what it shows').fill('A pot')
    await page.getByRole('button', { name: 'Remove picture 3' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await page.getByLabel('Picture 3: what it shows').inputValue()).toBe('A pot')

    await page.getByRole('button', { name: 'Add attribute' }).click()
    await page.getByLabel('Name of attribute 1').fill('Origin')
    await page.getByLabel('Value of attribute 1').fill('Uji')
    await page.getByLabel('Name of the option').fill('Size')
    await page.getByLabel('Its values, with commas between them').fill('50 g, 100 g')
    await page.getByRole('button', { name: 'Add option' }).click()
    await page.getByLabel('Stock of 50 g').fill('7')
    await page.getByLabel('Name of the option').fill('Pack')
    await page.getByLabel('Its values, with commas between them').fill('Bag, Tin')
    await page.getByLabel('Its values, with commas between them').press('Enter')
    await page.getByLabel('SKU of 100 g, Tin').fill('G-100-T')
    await page.getByLabel('Picture of 100 g, Tin').selectOption('2 · A cup')
    await page.getByLabel('Title for search engines').fill('Gyokuro, shaded')
    expect(await page.locator('.search-title').innerText()).toBe('Gyokuro, shaded')
    await expectGood(page, 'product-new')

    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByRole('heading', { name: 'Gyokuro <b>Uji</b>' }).waitFor()
    const product = await stored('gyokuro-b-uji-b')
    expect(product).toMatchObject({
      ...{ price: 1450.5, category: 'Green tea', active: true, stock: null },
      attributes: [{ name: 'Origin', value: 'Uji' }],
      seo: { title: 'Gyokuro, shaded', description: '' },
      media: [
        { alt: 'Leaves', width: 8 },
        { alt: 'A cup', width: 8 },
        { alt: 'A pot', width: 8 },
      ],
    })
    expect(
      product.variants.map(({ options, stock, sku }: any) => [options.map(({ value }: any) => value), stock, sku]),
    ).toEqual([
      [['50 g', 'Bag'], 7, null],
      [['50 g', 'Tin'], null, null],
      [['100 g', 'Bag'], null, null],
      [['100 g', 'Tin'], null, 'G-100-T'],
    ])
    expect(product.variants.map(({ picture }: any) => picture)).toEqual([null, null, null, product.media[1].url])
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    await close()
  })

  it('keeps variants and their stock, and asks before it deletes some', async () => {
    const { id, variants } = await stored('assam')
    const { page, close } = await desk.open({ path: `products/${id}`, size: 'phone' })
    const stock = page.getByLabel('Stock of Assam, 100g')
    await stock.fill('6')
    await stock.press('Enter')
    await page.getByText('Stock of “Assam, 100g”: 6').waitFor()
    await expectGood(page, 'product-phone')

    const value = page.getByLabel('Another value of size')
    await value.fill('500g')
    await value.press('Enter')
    await page.getByLabel('Price of 500g', { exact: true }).fill('900')
    await page.getByLabel('Stock of 500g').fill('2')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const after = await stored('assam')
    expect(after.variants).toMatchObject([
      { id: variants[0].id, price: 250, stock: 6, sku: 'A-100' },
      { id: variants[1].id, price: null, stock: 9 },
      { price: 900, stock: 2 },
    ])

    await page.getByRole('button', { name: 'Remove 250g' }).first().click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 1 variant?' })
    await question.getByText('250g. They have 9 units in stock.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Nothing was saved.').waitFor()
    expect((await stored('assam')).variants).toHaveLength(3)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await question.getByRole('button', { name: 'Delete and save' }).click()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await stored('assam')).variants.length).toBe(2)
    await close()
  })

  it('shows both versions when another tab was faster, and the server’s mistakes at their fields', async () => {
    const { id, version } = await stored('mint')
    const { page, close } = await desk.open({ path: `products/${id}` })
    await page.getByLabel('Price', { exact: true }).fill('200')
    await desk.owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }', {
      input: { id, version, price: 190, brand: 'Kangra' },
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })
    expect(await conflict.getByRole('row', { name: /^Price/ }).innerText()).toMatch(/200\.00\s+190\.00/)
    await conflict.getByRole('radio', { name: '190.00' }).click()
    await conflict.getByRole('button', { name: 'Save this' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await stored('mint')).toMatchObject({ price: 190 })

    await page.getByLabel('Sale price', { exact: true }).fill('500')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => page.getByLabel('Sale price', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.reload()
    await page.getByText('What you had not saved is here again.').waitFor()
    expect(await page.getByLabel('Sale price', { exact: true }).inputValue()).toBe('500.00')
    await page.getByRole('button', { name: 'Discard it' }).click()

    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('“Mint” is archived: shoppers do not see it').waitFor()
    expect((await stored('mint')).active).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Mint” is in the shop again').waitFor()
    expect((await stored('mint')).active).toBe(true)
    expect(await page.getByRole('link', { name: 'Show in the shop' }).getAttribute('href')).toBe('/shop/tea/p/mint')
    await close()
  })
})
