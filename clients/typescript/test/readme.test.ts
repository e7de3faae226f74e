import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/support/shop.ts'

/** The blocks of the README run as they are, but for where the gateway is. */

const folder = 'clients/typescript'
const blocks = [...readFileSync(`${folder}/README.md`, 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code = '']) => code,
)

let shop: Shop
let baseUrl: string
const cache = resolve('node_modules/.cache')
mkdirSync(cache, { recursive: true })
const scripts = mkdtempSync(join(cache, 'readme-'))

beforeAll(async () => {
  shop = await openShop()
  await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  baseUrl = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  shop.app.server.closeAllConnections()
  await shop.close()
  rmSync(scripts, { recursive: true })
})

/** @returns what the block prints */
async function run(index: number): Promise<string[]> {
  const code = (blocks[index] ?? '')
    .replaceAll('http://localhost:4000', baseUrl)
    .replaceAll("'@storefront-gateway/client'", `'${resolve(folder, 'src/index.ts')}'`)
    .replaceAll("'@storefront-gateway/client/graphql'", `'${resolve(folder, 'src/graphql.ts')}'`)
    .replaceAll('console.log(', 'print(')
  const path = join(scripts, `block-${index}.ts`)
  const imports = code.match(/^import .*$/gm)?.join('\n') ?? ''
  const body = code.replaceAll(/^import .*$/gm, '')
  writeFileSync(path, `${imports}\nexport async function run(print: (...parts: unknown[]) => void) {${body}}\n`)
  const lines: string[] = []
  const block: { run(print: (...parts: unknown[]) => void): Promise<void> } = await import(path)
  await block.run((...parts) => lines.push(parts.join(' ')))
  return lines
}

it('buys in at most 30 lines', async () => {
  const lines = (blocks[0] ?? '').split('\n').filter((line) => line.trim() !== '')
  expect(lines.length).toBeLessThanOrEqual(30)
  const printed = await run(0)
  expect(printed[0]).toMatch(/^Assam ₹[\d.]+$/)
  expect(printed.at(-1)).toMatch(/^ORD-\w{10} ₹[\d,.]+ confirmed$/)
})

it('asks over GraphQL', async () => expect(await run(1)).toEqual(['4']))

it('has no other block than these', () => expect(blocks).toHaveLength(2))
