import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const slugs = async (): Promise<string[]> =>
  (await desk.owner.ask('{ products(first: 100) { nodes { slug } } }')).products.nodes.map(({ slug }: any) => slug)

describe('the import of products, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    const bundle = { store: { subdomain: 'tea' }, products: [{ slug: 'mint', name: 'Mint', price: 180 }] }
    desk = await openDesk(bundle, { runsJobs: true })
  })
  afterAll(() => desk?.close())

  it('shows mistakes by line, takes a corrected file, and imports it when one says so', async () => {
    const { page, complaints, close } = await desk.open({ path: 'products/import' })
    await expectGood(page, 'import')
    const input = page.getByLabel('CSV file')
    const markup = `"<img src=x onerror=""document.title='broken'"">"`
    await input.setInputFiles(
      csv('teas.csv', `slug,name,price,stock\nassam,Assam,4oo,25\nmint,${markup},180,\nsencha,=1+1,480,=2*3\n`),
    )
    await page.getByText('nothing was stored').waitFor()
    const mistakes = page.getByRole('table', { name: 'Mistakes' }).getByRole('row')
    expect(await mistakes.nth(1).innerText()).toMatch(
      /2\s+price\s+expected a number without anything else, 4, found "4oo"/,
    )
    expect(await page.getByRole('table', { name: 'Mistakes' }).innerText()).toMatch(/4\s+stock\s+expected/)
    const read = page.getByRole('table', { name: 'What was read' })
    expect(await read.innerText()).toContain(`<img src=x onerror="document.title='broken'">`)
    expect(await read.innerText()).toContain('=1+1')
    expect(await page.locator('table img').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Import \d+ products?, leave out/ }).count()).toBe(1)
    await expectGood(page, 'import-mistakes')
    expect(await slugs()).toEqual(['mint'])

    await input.setInputFiles(
      csv('teas.csv', `slug,name,price,stock\nassam,Assam,400,25\nmint,${markup},180,\nsencha,=1+1,480,6\n`),
    )
    await page.getByText('No mistakes. This is what an import would do:').waitFor()
    await page
      .getByText('2 new products, 1 changed product, 0 products already as in the file; 3 rows in all.')
      .waitFor()
    expect(await read.getByRole('row').nth(1).innerText()).toMatch(/2\s+Assam\s+0\s+New/)
    expect(await slugs()).toEqual(['mint'])
    await page.getByRole('button', { name: 'Import 3 products' }).click()
    await page.getByText('Imported', { exact: true }).waitFor()
    expect((await slugs()).sort()).toEqual(['assam', 'mint', 'sencha'])
    expect(await page.title()).toBe('Import products · Tea House')

    await page.getByRole('link', { name: 'Products' }).first().click()
    const rows = page.getByRole('table', { name: 'Products' })
    await rows.getByText('=1+1').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('imports the products without mistakes, and offers the others as a file to correct', async () => {
    const { page, complaints, goTo, close } = await desk.open({ path: 'products/import' })
    const input = page.getByLabel('CSV file')
    await input.setInputFiles(csv('pots.csv', 'slug,name,price\npot,Pot,30\nlid,Lid,x\n'))
    await page.getByText('Checking the file. Nothing is stored yet.').waitFor()
    // It goes on while nobody looks.
    await goTo('products')
    await goTo('products/import')
    await page.getByText('or import the other 1 product without it').waitFor()
    await expectGood(page, 'import-some')
    const downloads = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download 1 product with mistakes' }).click()
    const download = await downloads
    expect(download.suggestedFilename()).toBe('pots-refused.csv')
    const refused = readFileSync(await download.path(), 'utf8')
    expect(refused).toContain('lid,Lid,x,"price: expected')
    await page.getByRole('button', { name: 'Import 1 product, leave out 1' }).click()
    await page
      .getByText('1 new product, 0 changed products, 0 products already as in the file, 1 product left out')
      .waitFor()
    expect(await slugs()).toContain('pot')
    expect(await slugs()).not.toContain('lid')
    await page.getByRole('button', { name: 'Import another file' }).click()
    await input.setInputFiles(csv('pots-refused.csv', refused.replace('Lid,x', 'Lid,3')))
    await page.getByRole('button', { name: 'Import 1 product', exact: true }).click()
    await page.getByText('Imported', { exact: true }).waitFor()
    expect(await slugs()).toContain('lid')
    expect(complaints).toEqual([])
    await close()
  })

  it('asks for the rates of an export’s tax classes, and lists what it does not take as it is', async () => {
    const { page, close } = await desk.open({ path: 'products/import', size: 'phone' })
    await page
      .getByLabel('CSV file')
      .setInputFiles(
        csv(
          'woo.csv',
          'Type,Name,Visibility in catalog,Tax class,Regular price,Purchase note\nsimple,Book,search,reduced-rate,20,Thanks\n',
        ),
      )
    await page.getByText('expected the rate of the tax class').waitFor()
    const left = page.locator('section', { hasText: 'Not imported as it is in the WooCommerce export' })
    expect(await left.getByRole('listitem').allInnerTexts()).toEqual([
      'products that only lists or only searches show: shown in both (line 2)',
      'what stands in Purchase note',
    ])
    await expectGood(page, 'import-tax-classes')
    await page.getByLabel('reduced-rate, in percent').fill('5')
    await page.getByRole('button', { name: 'Use these rates' }).click()
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await page.getByText('Imported', { exact: true }).waitFor()
    expect((await desk.owner.ask('{ product(slug: "book") { taxRate } }')).product).toEqual({ taxRate: 5 })
    await close()
  })

  it('offers an example, which imports as it is', async () => {
    const { page, complaints, close } = await desk.open({ path: 'products/import', size: 'phone' })
    await expectGood(page, 'import')
    const downloads = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download an example' }).press('Enter')
    const download = await downloads
    expect(download.suggestedFilename()).toBe('products-example.csv')
    await page.getByLabel('CSV file').setInputFiles(await download.path())
    await page.getByText('No mistakes. This is what an import would do:').waitFor()
    await page.getByRole('button', { name: 'Import 2 products' }).click()
    await page.getByText('Imported', { exact: true }).waitFor()
    const fields =
      'name description category brand price stock sku images variants { price salePrice stock options { value } }'
    const product = async (slug: string) =>
      (await desk.owner.ask(`query ($slug: String!) { product(slug: $slug) { ${fields} } }`, { slug })).product
    const cup = await product('example-cup')
    expect(cup).toMatchObject({
      ...{ name: 'Example cup', description: 'Clay, holds 150 ml', category: 'Cups', brand: 'Example Pottery' },
      ...{ price: 250, stock: 40, sku: 'EXAMPLE-CUP', variants: [] },
    })
    const tea = await product('example-tea')
    expect(tea).toMatchObject({
      variants: [
        { price: 299, salePrice: null, stock: 60, options: [{ value: '100 g' }] },
        { price: 649, salePrice: 599, stock: 25, options: [{ value: '250 g' }] },
      ],
    })
    for (const picture of [...cup.images, ...tea.images]) expect((await fetch(picture)).status).toBe(200)
    expect(complaints).toEqual([])
    await close()
  })

  it('reads thousands of rows while the page goes on, also by keyboard and on a phone', async () => {
    const { page, close } = await desk.open({ path: 'products/import', size: 'phone' })
    const rows = Array.from({ length: 9_000 }, (_, at) => `p-${at},P ${at},${at % 3 === 0 ? 'x' : at}\n`)
    await page.evaluate(() => {
      const times = { longest: 0, began: performance.now(), last: performance.now() }
      ;(globalThis as any).times = times
      setInterval(() => {
        times.longest = Math.max(times.longest, performance.now() - times.last)
        times.last = performance.now()
      }, 10)
    })
    await page.getByLabel('CSV file').setInputFiles(csv('many.csv', `slug,name,price\n${rows.join('')}`))
    await page.getByText('Checking the file. Nothing is stored yet.').waitFor()
    await page.getByText(/mistakes in 3,000 products: nothing was stored/).waitFor({ timeout: 60_000 })
    const { longest, began, last } = await page.evaluate(() => (globalThis as any).times)
    expect(longest).toBeLessThan((last - began) / 2)
    // Playwright needs a while until it catches the dialog of a file field.
    const chooser = page.waitForEvent('filechooser', { timeout: 120_000 })
    const mistakes = page.getByRole('table', { name: 'Mistakes' })
    expect(await mistakes.getByRole('row').count()).toBeLessThanOrEqual(51)
    const next = page.getByRole('navigation', { name: 'Pages of mistakes' }).getByRole('button', { name: 'Next' })
    await next.press('Enter')
    await page.getByText('51 to 100 of 1,000').waitFor()
    await expectGood(page, 'import-phone')
    await page.getByRole('button', { name: 'choose another' }).press('Enter')
    await (await chooser).setFiles(csv('other.csv', 'name,colour\nx,y\n'))
    await page.getByText(/found "colour"/).waitFor()
    await close()
  })
})
