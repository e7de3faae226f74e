import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openCommandLine } from '../support/command-line.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { runStorefront } from '../support/process.ts'
import { readyFolder } from '../support/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'storefront-codes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { storefront } = await forAllTests(openCommandLine())
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const city = async () => {
  const { stdout } = await storefront('export', 'india')
  return JSON.parse(stdout).store.shipping.zones[0]
}

expect(await storefront('import', 'examples/india-store.json')).toMatchObject({ status: 0 })

it('replaces the postal codes of a zone, with and without a header, or adds to them', async () => {
  const withHeader = file('codes.csv', 'postal_code\r\n560 001\r\n\r\n"5700*"\r\n560010-560019\r\n')
  const done = (text: string) => ({ status: 0, stdout: `india: zone bengaluru has ${text}.\n`, stderr: '' })
  expect(await storefront('import-postal-codes', 'india', 'bengaluru', withHeader)).toEqual(done('3 postal codes'))
  expect((await city()).postalCodes).toEqual(['560001', '5700*', '560010-560019'])
  const plain = file('plain.csv', '560002\n560001\n')
  expect(await storefront('import-postal-codes', 'india', 'bengaluru', plain, '--add')).toEqual(done('4 postal codes'))
  expect(await storefront('import-postal-codes', 'india', 'bengaluru', plain, '--excluded')).toEqual(
    done('2 excluded postal codes'),
  )
  expect((await city()).excludedCodes).toEqual(['560002', '560001'])
})

it('is a command of its own process too', async () => {
  const dataDir = await readyFolder()
  const alone = (...args: string[]) => runStorefront(args, { DATA_DIR: dataDir })
  expect(await alone('import', 'examples/india-store.json')).toMatchObject({ status: 0 })
  expect(await alone('import-postal-codes', 'india', 'bengaluru', file('alone.csv', '560001\n560002\n'))).toEqual({
    status: 0,
    stdout: 'india: zone bengaluru has 2 postal codes.\n',
    stderr: '',
  })
  rmSync(dataDir, { recursive: true, force: true })
})

it('writes nothing when a line is wrong, and says which', async () => {
  const before = await city()
  const wrong = file('wrong.csv', 'postal_code\n560001\n56*01\n560002\n560009-560001\n')
  const { status, stderr, stdout } = await storefront('import-postal-codes', 'india', 'bengaluru', wrong)
  const expected = 'expected a postal code of India, a prefix like "5600*" or a range like "560001-560099", found'
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`${wrong}: line 3: ${expected} "56*01"\n${wrong}: line 5: ${expected} "560009-560001"\n`)
  expect(stderr).toContain('it has 2 mistakes. Fix them and import again.')
  expect(await city()).toEqual(before)
  const unknown = await storefront('import-postal-codes', 'india', 'nowhere', file('one.csv', '1\n'))
  expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('Delivery zone not found') })
})

it('warns on import that zones need a country where a currency has several', async () => {
  const bundle = (country: object) => {
    const shipping = { ...country, zones: [{ code: 'paris', name: 'Paris', countries: ['FR'] }] }
    const store = { subdomain: 'paris', businessName: 'Paris', currency: 'EUR', shipping }
    return file('paris.json', JSON.stringify({ format: 'storefront-bundle/1', store }))
  }
  const { stderr, status } = await storefront('import', bundle({}))
  expect(status).toBe(0)
  expect(stderr).toContain(
    'store.shipping.country: expected a country such as "FR", since EUR is the currency of several',
  )
  expect(await storefront('import', bundle({ country: 'FR' }))).toMatchObject({ status: 0, stderr: '' })
  // Which the store still has.
  expect(await storefront('import', bundle({}))).toMatchObject({ status: 0, stderr: '' })
})
