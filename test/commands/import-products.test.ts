import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { teaShop } from '../bundle/tea-shop.ts'
import { openCommandLine } from '../support/command-line.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { runStorefront } from '../support/process.ts'
import { readyFolder } from '../support/test-database.ts'

const { storefront, dataDir } = await forAllTests(openCommandLine())

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function products(): Promise<Record<string, any>> {
  const { stdout } = await storefront('export', 'tea')
  return Object.fromEntries(JSON.parse(stdout).products.map((product: any) => [product.slug, product]))
}

const folder = mkdtempSync(join(tmpdir(), 'storefront-csv-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const bundle = file('tea.json', JSON.stringify(teaShop()))
expect(await storefront('import', bundle)).toMatchObject({ status: 0 })

describe('storefront import-products', () => {
  it('helps, with an example and with every column', async () => {
    const { stdout } = await storefront('import-products', '--help')
    expect(stdout).toContain('storefront import-products demo examples/products.csv')
    const columns = file('helped.csv', 'slug,colour\n')
    const { stderr } = await storefront('import-products', 'tea', columns)
    const [, names = ''] = /one of the columns (.*) or option:NAME/.exec(stderr) ?? []
    expect(names).toContain('seo_title')
    for (const name of names.split(', ')) expect(stdout).toMatch(new RegExp(`\\b${name},`))
  })

  it('imports the example, first to see, then to keep', async () => {
    const example = 'examples/products.csv'
    const line = 'tea: products 3: 3 added (lines 2, 4, 7), 0 changed, 0 unchanged.'
    expect(await storefront('import-products', 'tea', example, '--dry-run')).toEqual({
      status: 0,
      stdout: `${line} Nothing was stored: this was a dry run.\n`,
      stderr: '',
    })
    expect(await storefront('import-products', 'tea', example)).toEqual({ status: 0, stdout: `${line}\n`, stderr: '' })
    expect(await products()).toMatchObject({
      'himalayan-gold': {
        ...{ name: 'Himalayan Gold', description: 'Light and floral.\nSecond flush, "tippy".', price: 649, stock: 40 },
        ...{ taxRate: 5, displayOrder: 20, images: ['https://images.example.com/himalayan-gold.jpg'], variants: [] },
      },
      'smoky-pine': {
        ...{ price: 299, stock: null, images: { length: 2 } },
        variants: [
          { options: { size: '100g' }, price: 299, salePrice: null, stock: 60 },
          { options: { size: '250g' }, price: 649, salePrice: 599, stock: 25 },
        ],
      },
      'creme-caramel-rooibos': { name: 'Crème Caramel Rooibos', active: false },
    })
  })

  it('does the same as a process that opens the database itself', async () => {
    const env = { DATA_DIR: await readyFolder() }
    expect(await runStorefront(['import', bundle], env)).toMatchObject({ status: 0 })
    expect(await runStorefront(['import-products', 'tea', 'examples/products.csv'], env)).toEqual({
      status: 0,
      stdout: 'tea: products 3: 3 added (lines 2, 4, 7), 0 changed, 0 unchanged.\n',
      stderr: '',
    })
    const { stdout } = await runStorefront(['export', 'tea'], env)
    expect(JSON.parse(stdout).products).toHaveLength(4)
    rmSync(env.DATA_DIR, { recursive: true, force: true })
  })

  it('changes what has a column, and sets stock when it is told to', async () => {
    const rows = 'Slug;Name;Price;Sale Price;Stock\r\nhimalayan-gold;;600;550;7\r\nsmoky-pine;Pine;300;;\r\n'
    const path = file('prices.csv', `\uFEFF${rows}`)
    expect((await storefront('import-products', 'tea', path, '--set-stock')).stdout).toBe(
      'tea: products 2: 0 added, 2 changed (lines 2-3), 0 unchanged.\n',
    )
    expect(await products()).toMatchObject({
      'himalayan-gold': { name: 'Himalayan Gold', price: 600, salePrice: 550, stock: 7, taxRate: 5 },
      'smoky-pine': {
        name: 'Pine',
        price: 300,
        variants: [
          { price: 299, stock: 60 },
          { price: 649, stock: 25 },
        ],
      },
    })
  })

  it('reports every mistake with its line and column, and stores nothing', async () => {
    const rows = [
      'slug,name,price,sale_price,active,option:size',
      'good,Good,1,,,',
      'Bad One,"a\nb",-1,,,',
      'c,C,12,50,maybe,',
    ]
    const path = file('bad.csv', rows.join('\n'))
    expect(await storefront('import-products', 'tea', path)).toEqual({
      status: 1,
      stdout: '',
      stderr: [
        `${path}: line 3, slug: expected 1 to 255 lower-case letters and digits, with single hyphens between them, found "Bad One"`,
        `${path}: line 3, price: expected a number of at least 0, found -1`,
        `${path}: line 5, active: expected yes or no, found "maybe"`,
        `${path}: line 5, sale_price: expected at most the price (12), found 50`,
        `Nothing of ${path} was imported: it has 4 mistakes in 2 products. Fix them and import again.\n`,
      ].join('\n'),
    })
    const stored = file('stored.csv', 'slug,price\nhimalayan-gold,700\nnew-one,1\n,5\n')
    expect((await storefront('import-products', 'tea', stored)).stderr).toBe(
      `${stored}: line 3, name: expected a name, which a new product needs, found nothing\n` +
        `${stored}: line 4, name: expected a name, found nothing: enter the name of the product, or its slug if it is in the store or in another row\n` +
        `Nothing of ${stored} was imported: it has 2 mistakes in 2 products. Fix them and import again.\n`,
    )
    expect(await products()).not.toHaveProperty('good')
  })

  it('reports 100 mistakes, and how many more there are', async () => {
    const path = file(
      'many.csv',
      `name,price\n${Array.from({ length: 130 }, (_, index) => `Tea ${index},x\n`).join('')}`,
    )
    const { stderr } = await storefront('import-products', 'tea', path)
    expect(stderr.split('\n')).toHaveLength(103)
    expect(stderr).toContain(`${path}: and 30 more mistakes\n`)
    expect(stderr).toContain('it has 130 mistakes in 130 products')
  })

  it('says in one line what is wrong with a file', async () => {
    const columns = file('columns.csv', 'slug,colour\na,b\n')
    expect((await storefront('import-products', 'tea', columns)).stderr).toMatch(
      /line 1: expected one of the columns slug, name, .*, found "colour"\nNothing of .* was imported: it has 1 mistake\. /,
    )
    const none = await storefront('import-products', 'tea', join(folder, 'none.csv'))
    expect(none).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Cannot read .*none\.csv: ENOENT.*\n$/) })
    expect((await storefront('import-products', 'coffee', 'examples/products.csv')).stderr).toBe(
      `There is no store "coffee" in ${dataDir} (DATA_DIR). "storefront stores" lists all stores.\n`,
    )
    const long = file('long.csv', `name,price\n${'a,1\n'.repeat(100_001)}`)
    expect((await storefront('import-products', 'tea', long)).stderr).toMatch(/has more than 100000 rows\. Split it/)
  })
})
