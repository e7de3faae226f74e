import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { teaShop } from '../bundle/tea-shop.ts'
import { type Outcome, openCommandLine } from '../support/command-line.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { runStorefront } from '../support/process.ts'
import { readyFolder } from '../support/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'storefront-cli-'))
const dataDir = await readyFolder()
afterAll(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
})

const storefront = (args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  runStorefront(args, { DATA_DIR: dataDir, ...environment })

function file(name: string, json: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof json === 'string' ? json : JSON.stringify(json))
  return path
}

const failed = (stderr: string): Outcome => ({ status: 1, stdout: '', stderr })

describe('The command line', () => {
  it('helps, with examples', async () => {
    const { status, stdout } = await storefront(['--help'])
    expect(status).toBe(0)
    for (const command of ['serve', 'migrate', 'import', 'export', 'stores', 'key', 'customer'])
      expect(stdout).toContain(`  ${command}`)
    expect((await storefront(['import', '--help'])).stdout).toContain('storefront import examples/demo-store.json')
  })

  it('reports its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const { status, stdout, stderr } = await storefront(['--version'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.replace(/ \([0-9a-f]{8}( with changes)?\)/, '')).toBe(`${version}\n`)
  })

  it('says in one line what is wrong with a command', async () => {
    expect(await storefront(['exprot'])).toEqual(
      failed("unknown command 'exprot' (Did you mean export?) (storefront --help tells more)\n"),
    )
    expect(await storefront(['key', 'create'])).toEqual(
      failed("missing required argument 'subdomain' (storefront key create --help tells more)\n"),
    )
    const { status, stderr } = await storefront(['stores'], { LOG_LEVEL: 'loud', WORKERS: '-1' })
    expect([status, stderr.split('\n').length]).toEqual([1, 2])
    expect(stderr).toMatch(/WORKERS .*LOG_LEVEL /)
  })

  it('says in one line that the database cannot be reached', async () => {
    const DATABASE_URL = 'postgresql://postgres@127.0.0.1:1/none'
    expect(await storefront(['stores'], { DATABASE_URL, SECRETS: 'x'.repeat(32) })).toEqual(
      failed('Cannot reach the database. Check that PostgreSQL is running and that DATABASE_URL is correct.\n'),
    )
  })

  it('says where it has looked for a database, and makes none there', async () => {
    const DATA_DIR = join(folder, 'elsewhere')
    const { status, stderr } = await storefront(['key', 'create', 'demo'], { DATA_DIR })
    expect([status, stderr]).toEqual([
      1,
      `There is no database in ${DATA_DIR}. Set DATA_DIR as it is set for the service; "storefront serve" and "storefront import" make a new one.\n`,
    ])
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('reports every mistake of every broken bundle before it opens the database', async () => {
    const prices = file('prices.json', {
      ...teaShop(),
      products: [{ slug: 'a', name: 'A', price: -1, stock: 'many' }],
      reviews: [],
    })
    const json = file('json.json', '{\n  "format": }')
    expect(await storefront(['import', prices, file('good.json', teaShop()), json])).toEqual(
      failed(
        [
          `${prices}: products[0].price: expected a number of at least 0, found -1`,
          `${prices}: products[0].stock: expected a number, found "many"`,
          `${json}: line 2, column 13: broken JSON: expected a value, found }`,
          `Nothing was imported: ${prices} has 2 mistakes, ${json} has 1 mistake. Fix them and import again.\n`,
        ].join('\n'),
      ),
    )
    expect((await storefront(['import', json])).stderr).toMatch(/ has 1 mistake\. Fix it and import again\.\n$/)
    expect((await storefront(['import', join(folder, 'none.json')])).stderr).toMatch(
      /^Cannot read .*none\.json: ENOENT.*\n$/,
    )
  })

  it('imports, lists, exports, and imports what it exported', async () => {
    expect(await storefront(['import', file('tea.json', teaShop())])).toEqual({
      status: 0,
      stdout:
        'tea: products 1 (1 new, 0 changed), discounts 1 (1 new, 0 changed), customers 1 (1 new, 0 changed), reviews 1 (1 new, 0 changed)\n',
      stderr: '',
    })
    expect(await storefront(['stores'])).toEqual({ status: 0, stdout: 'tea\tTea Shop\tINR\tactive\n', stderr: '' })

    const { stdout } = await storefront(['export', 'tea'])
    expect(parseBundle(stdout).store.subdomain).toBe('tea')
    expect((await storefront(['import', file('exported.json', stdout)])).stdout).not.toMatch(/[1-9]\d* (new|changed)/)
    expect(await storefront(['export', 'coffee'])).toEqual(
      failed(`There is no store "coffee" in ${dataDir} (DATA_DIR). "storefront stores" lists all stores.\n`),
    )
    expect(await storefront(['migrate'])).toMatchObject({ status: 0, stdout: 'The database is up to date.\n' })
  })
})

/** What a command does itself when no server runs, the server does here, and reports in the same words. */
describe('The command line beside a running server', async () => {
  const { storefront } = await forAllTests(openCommandLine())
  expect(await storefront('import', file('server.json', teaShop()))).toMatchObject({ status: 0 })

  it('reports what is wrong only together with the store', async () => {
    const path = file('reviews.json', { ...teaShop(), reviews: [{ product: 'oolong', rating: 5, body: 'Lovely.' }] })
    expect(await storefront('import', path)).toEqual(
      failed(
        `${path}: reviews[0].product: expected the slug of a product in this bundle or in the store, found "oolong"\n` +
          `Nothing of ${path} was imported: it has 1 mistake. Fix it and import again.\n`,
      ),
    )
  })

  it('makes, lists and revokes owner keys', async () => {
    const created = await storefront('key', 'create', 'tea', '--name', 'till')
    expect(created).toEqual({ status: 0, stdout: expect.stringMatching(/^sk_[\w-]{43}\n$/), stderr: '' })
    const [id = '', name, , used, revoked, scopes] = (await storefront('key', 'list', 'tea')).stdout.trim().split('\t')
    expect([name, used, revoked, scopes]).toEqual(['till', '-', '-', 'all'])
    expect(await storefront('key', 'revoke', 'tea', id)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect((await storefront('key', 'list', 'tea')).stdout.trim().split('\t')[4]).not.toBe('-')
    await storefront('key', 'create', 'tea', '--name', 'packing', '--scopes', 'orders,read')
    expect((await storefront('key', 'list', 'tea')).stdout).toMatch(/\tpacking\t.*\torders,read\n/)
    expect(await storefront('key', 'create', 'tea', '--scopes', 'order')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("unknown scope 'order': use catalogue, orders,"),
    })
    expect(await storefront('key', 'revoke', 'tea', 'x')).toEqual(
      failed('tea has no key x. "storefront key list tea" lists its keys.\n'),
    )
  })
})
