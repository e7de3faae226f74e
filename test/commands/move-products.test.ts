import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { teaShop } from '../bundle/tea-shop.ts'
import { openCommandLine } from '../support/command-line.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { runStorefront } from '../support/process.ts'
import { readyFolder } from '../support/test-database.ts'

const { storefront } = await forAllTests(openCommandLine())
const folder = mkdtempSync(join(tmpdir(), 'storefront-move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const bundle = file('tea.json', JSON.stringify({ ...teaShop(), products: [], reviews: [] }))
expect(await storefront('import', bundle)).toMatchObject({ status: 0 })

describe('storefront import-products', () => {
  it('takes an export of another platform, and says line by line what it leaves out', async () => {
    const path = 'test/catalog/import/exports/shopify.csv'
    const { status, stdout, stderr } = await storefront('import-products', 'tea', path)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.split('\n')).toEqual([
      'tea: products 3: 3 added (lines 2, 6-7), 0 changed, 0 unchanged.',
      'Of the Shopify export this is not imported as it is:',
      '  stocks below 0: imported as 0 (line 4)',
      '  stocks of what is sold beyond its stock: not counted (line 5)',
      '  quantities of what is not tracked: not counted (line 7)',
      '  gift cards (line 8)',
      '  SKUs that stand twice (line 5)',
      '  what stands in "Variant Requires Shipping", "Google Shopping / Gender", "Cost per item"',
      '',
    ])
  })

  it('leaves out products with mistakes where it is told to, and writes their rows to a file', async () => {
    const path = file('some.csv', 'slug,name,price\nok,Fine,1\nbad,Bad,x\n')
    const refused = join(folder, 'refused.csv')
    expect(await storefront('import-products', 'tea', path, '--skip-mistakes', '--refused', refused)).toEqual({
      status: 0,
      stdout: 'tea: products 2: 1 added (line 2), 0 changed, 0 unchanged, 1 left out (line 3).\n',
      stderr: `${path}: line 3, price: expected a number such as 1234.50, found "x"\n`,
    })
    const text = readFileSync(refused, 'utf8')
    const reason = 'price: expected a number such as 1234.50, found ""x""'
    expect(text).toBe(`\uFEFFslug,name,price,refused_because\nbad,Bad,x,"${reason}"\n`)
    const corrected = file('corrected.csv', text.replace('Bad,x', 'Bad,2'))
    expect(await storefront('import-products', 'tea', corrected)).toMatchObject({ status: 0, stderr: '' })
    expect(await storefront('import-products', 'tea', path)).toMatchObject({ status: 1, stdout: '' })
    const nowhere = await storefront('import-products', 'tea', path, '--refused', join(folder, 'none', 'x.csv'))
    expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Cannot write .*x\.csv: ENOENT/) })
  })

  it('is told which platform it is of', async () => {
    const { status, stderr } = await storefront(
      'import-products',
      'tea',
      'examples/products.csv',
      '--from',
      'woocommerce',
    )
    expect(status).toBe(1)
    expect(stderr).toContain(
      'line 1: expected a product export of WooCommerce, found no column "type", "regular price"',
    )
    const other = await storefront('import-products', 'tea', 'examples/products.csv', '--from', 'magento')
    expect(other.stderr).toContain('Allowed choices are shopify, woocommerce.')
  })
})

describe('storefront export-products', () => {
  it('prints what import-products takes, and changes nothing with it', async () => {
    const { status, stdout } = await storefront('export-products', 'tea')
    expect(status).toBe(0)
    const path = file('products.csv', stdout)
    const again = await storefront('import-products', 'tea', path, '--set-stock')
    expect(again.stderr).toBe('')
    expect(again.stdout).toMatch(/^tea: products \d+: 0 added, 0 changed, \d+ unchanged/)
    const edited = file('edited.csv', stdout.replace(',Cup,', ',Big cup,'))
    expect((await storefront('import-products', 'tea', edited)).stdout).toMatch(/: 0 added, 1 changed \(line \d+\), /)
  })
})

describe('storefront import-stock', () => {
  it('sets stock, or says what is wrong with which line', async () => {
    const wrong = file('wrong.csv', 'sku,stock\nA-100,7\nNONE,1\n=CUP,2\n')
    expect(await storefront('import-stock', 'tea', wrong)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${wrong}: line 3, sku: expected the SKU of a product or variant, found "NONE"\nNothing of ${wrong} was imported: it has 1 mistake. Fix it and import again.\n`,
    })
    const right = file('right.csv', 'sku,stock\nA-100,7\n=CUP,2\n')
    const line = 'tea: stocks 2: 2 changed, 0 unchanged.'
    expect((await storefront('import-stock', 'tea', right, '--dry-run')).stdout).toBe(
      `${line} Nothing was stored: this was a dry run.\n`,
    )
    expect((await storefront('import-stock', 'tea', right)).stdout).toBe(`${line}\n`)
    const { stdout } = await storefront('export-products', 'tea')
    expect(stdout).toMatch(/^assam,,,500,450,.*,7,,120,A-100,/m)
    expect((await storefront('import-stock', 'tea', right)).stdout).toBe('tea: stocks 2: 0 changed, 2 unchanged.\n')
  })

  it('leaves out unknown SKUs where it is told to, and names what it leaves out', async () => {
    const some = file('some.csv', 'sku,stock\nA-100,8\nNONE,1\n=CUP,\n')
    expect(await storefront('import-stock', 'tea', some, '--skip-unknown')).toEqual({
      status: 0,
      stdout: 'tea: stocks 2: 1 changed, 0 unchanged, 1 left out.\n',
      stderr: `${some}: line 4: no stock, left as it is\n${some}: line 3: no product or variant has the SKU "NONE", left out\n`,
    })
  })
})

it('moves products and sets stock as processes that open the database themselves', async () => {
  const env = { DATA_DIR: await readyFolder() }
  expect(await runStorefront(['import', bundle], env)).toMatchObject({ status: 0 })
  const csv = file('alone.csv', 'slug,name,price,sku,stock\ncup,Cup,5,CUP-1,3\n')
  expect(await runStorefront(['import-products', 'tea', csv], env)).toMatchObject({ status: 0 })
  const stock = file('alone-stock.csv', 'sku,stock\nCUP-1,8\n')
  expect(await runStorefront(['import-stock', 'tea', stock], env)).toEqual({
    status: 0,
    stdout: 'tea: stocks 1: 1 changed, 0 unchanged.\n',
    stderr: '',
  })
  const { status, stdout } = await runStorefront(['export-products', 'tea'], env)
  expect({ status, lines: stdout.trim().split('\n').length }).toEqual({ status: 0, lines: 2 })
  expect(stdout).toMatch(/^cup,.*,8,.*CUP-1/m)
  rmSync(env.DATA_DIR, { recursive: true, force: true })
})
