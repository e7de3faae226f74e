import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { forAllTests, openShop } from '../support/shop.ts'

const bundle = JSON.parse(readFileSync('examples/ordinary-day.json', 'utf8'))

const shop = await forAllTests(openShop())

it('examples/ordinary-day.mjs: nothing is refused, and nothing is left out without a reason', async () => {
  await shop.addStore(bundle)
  const BASE_URL = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const env = { ...process.env, BASE_URL }
  const { stdout } = await promisify(execFile)(process.execPath, ['examples/ordinary-day.mjs'], { env })
  expect(stdout.trim().split('\n').at(-1)).toBe('Done.')
  expect(stdout).toContain('"There is not enough of Tin of biscuits in stock."')
  expect(stdout).toContain('"There is not enough of Cupcake in stock."')
  expect(stdout).toContain('"This discount code has been used up."')
})
