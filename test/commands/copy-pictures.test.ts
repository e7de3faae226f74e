import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { teaShop } from '../bundle/tea-shop.ts'
import { openPictureHost, type PictureHost, picture } from '../support/picture-host.ts'
import { drawing } from '../support/pictures.ts'
import { runStorefront, startService } from '../support/process.ts'
import { readyFolder } from '../support/test-database.ts'

let host: PictureHost
let drawn: Buffer

const folder = mkdtempSync(join(tmpdir(), 'storefront-pictures-'))
const dataDir = await readyFolder()
const env = { DATA_DIR: dataDir, PICTURE_NETWORKS: '127.0.0.1/32' }
const storefront = (...args: string[]) => runStorefront(args, env)

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const imagesOf = async (slug: string): Promise<string[]> => {
  const { stdout } = await storefront('export', 'tea')
  return JSON.parse(stdout).products.find((product: any) => product.slug === slug).images
}

describe('storefront import-products --pictures copy', () => {
  beforeAll(async () => {
    host = await openPictureHost()
    drawn = await drawing(400, 300).jpeg().toBuffer()
    expect(await storefront('import', file('tea.json', JSON.stringify(teaShop())))).toMatchObject({ status: 0 })
  })
  afterAll(async () => {
    await host?.close()
    for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
  })

  it('imports, copies, prints what failed with the reason, and tries that again beside a running server', async () => {
    const links = ['/a.jpg', '/b.jpg', '/gone.jpg'].map((path) => host.url + path)
    for (const path of ['/a.jpg', '/b.jpg']) host.answers.set(path, picture(drawn))
    const moved = file('moved.csv', `slug,name,price,images\nmint-tea,Mint tea,180,${links.join(' ')}\n`)
    const first = await storefront('import-products', 'tea', moved, '--pictures', 'copy')
    expect(first.stdout).toBe('tea: products 1: 1 added (line 2), 0 changed, 0 unchanged.\n')
    const [, total = ''] = /of (\d+) linked/.exec(first.stderr) ?? []
    expect(first.status).toBe(1)
    expect(first.stderr).toContain(`${links[2]}: It is gone: its host answered 404. (Mint tea)\n`)
    expect(first.stderr).toMatch(
      /The products are imported, but \d+ of \d+ linked pictures could not be copied, and stay linked\. Run the command again/,
    )
    expect(Number(total)).toBeGreaterThanOrEqual(3)
    const own = expect.stringMatching(/\/media\/tea\/[0-9a-f-]{36}$/)
    expect(await imagesOf('mint-tea')).toEqual([own, own, links[2]])

    const service = await startService(env)
    try {
      host.answers.set('/gone.jpg', picture(drawn))
      const again = await storefront('import-products', 'tea', moved, '--pictures', 'copy')
      expect(again.stdout).toContain('tea: products 1: 0 added, 0 changed, 1 unchanged')
      expect(again.stderr).not.toContain(host.url)
      expect(await imagesOf('mint-tea')).toEqual([own, own, own])
      const [{ url, asked }] = [{ url: service.url, asked: host.asked.length }]
      const answer = await fetch(`${url}/api/sites/tea/products/mint-tea`)
      const { product } = (await answer.json()) as { product: { images: string[] } }
      expect((await fetch(product.images[2] ?? '')).headers.get('content-type')).toBe('image/webp')
      expect(asked).toBe(4)
    } finally {
      await service.stop()
    }
  })

  it('copies nothing in a dry run', async () => {
    const tried = file('tried.csv', `slug,name,price,images\ncup,Cup,80,${host.url}/c.jpg\n`)
    expect(await storefront('import-products', 'tea', tried, '--dry-run', '--pictures', 'copy')).toMatchObject({
      ...{ status: 0, stderr: '' },
    })
    expect(host.asked).not.toContain('/c.jpg')
  })
})
