import { once } from 'node:events'
import { mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { teaShop } from '../bundle/tea-shop.ts'
import { askServer } from '../support/command-line.ts'
import { type RunningService, runStorefront, startService } from '../support/process.ts'
import { readyFolder } from '../support/test-database.ts'

afterAll(async () => {
  await service.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const env = () => ({ DATA_DIR: join(folder, 'data') })

const folder = await mkdtemp(join(tmpdir(), 'storefront-running-'))
await rename(await readyFolder(), join(folder, 'data'))
let service: RunningService = await startService(env())

const storefront = (...args: string[]) => runStorefront(args, env())
/** As `storefront`, without a process that only passes on what it is told. */
const asked = (...args: string[]) => askServer(env().DATA_DIR, args)

const askAsOwner = async (key: string, subdomain = 'demo') => {
  const answer = await fetch(`${service.url}/api/sites/${subdomain}/owner/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ store { name } }' }),
  })
  return answer.status
}

describe('a server on the embedded database', () => {
  it('prints an owner key of the demo store at its first start, and its version', async () => {
    const [key = ''] = /sk_[\w-]{43}/.exec(service.output()) ?? []
    expect(await askAsOwner(key)).toBe(200)
    expect(service.output()).toMatch(/storefront-gateway \d+\.\d+\.\d+( \([^)]+\))? runs at /)
    const lines = service.output().trim().split('\n')
    expect(lines.length).toBeLessThan(5)
    const greeting = lines.map((line) => JSON.parse(line)).find(({ msg }) => /runs at/.test(msg))
    expect(greeting).toMatchObject({
      ...{ Console: expect.stringContaining('/console'), Data: join(folder, 'data'), "Owner's key": key },
    })
  })

  it('makes, lists and revokes keys for the command line while it runs', async () => {
    const created = await storefront('key', 'create', 'demo', '--name', 'till')
    expect(created).toEqual({ status: 0, stdout: expect.stringMatching(/^sk_[\w-]{43}\n$/), stderr: '' })
    expect(await askAsOwner(created.stdout.trim())).toBe(200)
    const listed = (await storefront('key', 'list', 'demo')).stdout.trim().split('\n')
    expect(listed.map((line) => line.split('\t')[1])).toEqual(['till', 'first start'])
    const [id = ''] = listed[0]?.split('\t') ?? []
    expect(await storefront('key', 'revoke', 'demo', id)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await askAsOwner(created.stdout.trim())).toBe(401)
  })

  it('imports files that are named as in the folder of who asks, lists, exports and migrates', async () => {
    await writeFile(join(folder, 'tea.json'), JSON.stringify(teaShop()))
    expect(await storefront('import', join(folder, 'tea.json'))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^tea: products 1 \(1 new/),
      stderr: '',
    })
    expect((await asked('stores')).stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['demo', 'tea', ''])
    expect(parseBundle((await storefront('export', 'tea')).stdout).store.subdomain).toBe('tea')
    expect(await asked('migrate')).toEqual({ status: 0, stdout: 'The database is up to date.\n', stderr: '' })
  })

  it('warns once of a price that no payment can have', async () => {
    const store = { subdomain: 'dinar', businessName: 'Dinar', currency: 'KWD' }
    const products = [{ name: 'Kettle', price: 2.046 }]
    await writeFile(join(folder, 'dinar.json'), JSON.stringify({ format: 'storefront-bundle/1', store, products }))
    const { status, stderr } = await storefront('import', join(folder, 'dinar.json'))
    expect({ status, warnings: stderr.match(/products\[0\]\.price: expected a multiple of 0\.01 KWD/g) }).toMatchObject(
      { status: 0, warnings: { length: 1 } },
    )
  })

  it('exports and erases a person, once that is confirmed', async () => {
    const exported = await asked('customer', 'export', 'tea', '+91 98765 43210')
    expect(JSON.parse(exported.stdout)).toMatchObject({ store: 'tea', accounts: [{ phone: '9876543210' }], orders: [] })
    expect(await storefront('customer', 'erase', 'tea', '98765 43210')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Nothing was done: nothing was typed. In scripts, use --yes.\n',
    })
    expect(await asked('customer', 'erase', 'tea', '98765 43210', '--yes')).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Deleted: accounts 1, /),
      stderr: '',
    })
    expect((await asked('customer', 'erase', 'tea', '98765 43210', '--yes')).stdout).toBe(
      'There is no data about this phone number.\n',
    )
  })

  it('closes a store, and opens it once it has terms and a way to be reached', async () => {
    const store = { subdomain: 'cups', businessName: 'Cups', currency: 'INR' }
    const bundle = join(folder, 'cups.json')
    await writeFile(bundle, JSON.stringify({ format: 'storefront-bundle/1', store }))
    await asked('import', bundle)
    const site = () => fetch(`${service.url}/api/sites/cups/products`).then(({ status }) => status)
    const listed = async () => /^cups\t.*$/m.exec((await asked('stores')).stdout)?.[0]
    expect([await site(), await listed()]).toEqual([200, 'cups\tCups\tINR\tactive'])
    expect(await storefront('store', 'close', 'cups')).toEqual({ status: 0, stdout: 'Closed cups.\n', stderr: '' })
    expect([await site(), await listed()]).toEqual([404, 'cups\tCups\tINR\tclosed'])
    const refused = await asked('store', 'open', 'cups')
    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^It cannot open yet\. .*terms/),
    })
    expect(await site()).toBe(404)
    const pages = [{ slug: 'terms', title: 'Terms', markdown: 'Pay first.', published: true }]
    const reachable = { ...store, ownerEmail: 'cups@example.com' }
    await writeFile(bundle, JSON.stringify({ format: 'storefront-bundle/1', store: reachable, pages }))
    await asked('import', bundle)
    expect(await storefront('store', 'open', 'cups')).toEqual({
      ...{ status: 0, stdout: 'Opened cups.\n' },
      stderr: expect.stringContaining('The shop has no'),
    })
    expect([await site(), await listed()]).toEqual([200, 'cups\tCups\tINR\tactive'])
    expect(await asked('store', 'open', 'coffee')).toMatchObject({ status: 1, stdout: '' })
  })

  it('suspends and resumes a store, which counts at once', async () => {
    const site = () => fetch(`${service.url}/api/sites/tea/products`).then(({ status }) => status)
    expect(await site()).toBe(200)
    const suspended = { status: 0, stdout: 'tea is suspended: shoppers no longer reach it.\n', stderr: '' }
    expect(await storefront('store', 'suspend', 'tea')).toEqual(suspended)
    expect(await site()).toBe(404)
    expect((await storefront('stores')).stdout).toMatch(/^tea\t.*\tsuspended$/m)
    expect(await storefront('store', 'suspend', 'tea')).toEqual(suspended)
    expect(await storefront('store', 'resume', 'tea')).toEqual({ ...suspended, stdout: 'tea is not suspended.\n' })
    expect(await site()).toBe(200)
    expect(await storefront('store', 'suspend', 'coffee')).toMatchObject({ status: 1, stdout: '' })
    expect((await storefront('store')).stderr).toContain('no command: use open, close, suspend, resume or delete')
  })

  it('deletes a store whose name is typed', async () => {
    await writeFile(join(folder, 'stall.json'), JSON.stringify(teaShop('stall')))
    await asked('import', join(folder, 'stall.json'))
    const site = () => fetch(`${service.url}/api/sites/stall/products`).then(({ status }) => status)
    expect((await asked('store', 'delete', 'stall', '--confirm', 'tea')).status).toBe(1)
    expect((await runStorefront(['store', 'delete', 'stall'], env(), 'tea\n')).stderr).toContain('Nothing was done')
    expect(await site()).toBe(200)
    expect(await runStorefront(['store', 'delete', 'stall'], env(), 'stall\n')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Deleted stall: \d+ rows\.\n$/),
    })
    expect(await site()).toBe(404)
    expect((await asked('stores')).stdout).not.toContain('stall')
  })

  it('says what is wrong as the command itself would', async () => {
    expect(await asked('export', 'coffee')).toEqual({
      status: 1,
      stdout: '',
      stderr: `There is no store "coffee" in ${env().DATA_DIR} (DATA_DIR). "storefront stores" lists all stores.\n`,
    })
    const reviews = [{ product: 'oolong', rating: 5, body: 'Lovely.' }]
    await writeFile(join(folder, 'broken.json'), JSON.stringify({ ...teaShop(), reviews }))
    const { status, stderr } = await asked('import', join(folder, 'broken.json'))
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 2])
    expect(stderr).toContain('reviews[0].product: expected the slug of a product')
  })

  it('lets only its own user ask', async () => {
    expect((await stat(join(folder, 'data', 'commands'))).mode & 0o777).toBe(0o700)
  })

  it.each(['\n', 'serve\n', '{"arguments":["serve"],"folder":"/"}\n', '{"arguments":"stores","folder":"/"}\n'])(
    'runs nothing for %j',
    async (request) => {
      // The path of a socket is short, the folder's may not be.
      const short = await mkdtemp(join(tmpdir(), 's-'))
      await symlink(join(folder, 'data', 'commands'), join(short, 'd'))
      const socket = createConnection(join(short, 'd', 'socket'))
      let answer = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text
      })
      socket.write(request)
      await once(socket, 'end')
      await rm(short, { recursive: true })
      expect(answer.trim().split('\n').at(-1)).toBe('{"status":1}')
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    },
  )

  it('refuses a second server, and stops although somebody is connected who asks nothing', async () => {
    const second = await runStorefront(['serve'], { ...env(), PORT: '0' })
    expect([second.status, second.stderr]).toEqual([1, expect.stringMatching(/in use by process \d+/)])
    const short = await mkdtemp(join(tmpdir(), 's-'))
    await symlink(join(folder, 'data', 'commands'), join(short, 'd'))
    const silent = createConnection(join(short, 'd', 'socket'))
    await once(silent, 'connect')
    silent.on('error', () => {})
    await rm(short, { recursive: true })
    expect(await service.stop()).toBe(0)
    expect(await storefront('key', 'list', 'tea')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('answers again after it was killed, and prints no second key', async () => {
    service = await startService(env())
    await service.stop('SIGKILL')
    service = await startService(env())
    expect((await storefront('stores')).status).toBe(0)
    expect(service.output()).not.toMatch(/sk_[\w-]{43}/)
  })
}, 180_000)
