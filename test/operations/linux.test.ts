import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { variableNames } from '../../src/process/config.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const page = read('docs/operations/linux.md')
const unit = read('docs/operations/storefront-gateway.service')

it('docs/operations/linux.md sets variables that there are', () => {
  const environment = /```\n(HOST=[^`]*)```/.exec(page)?.[1] ?? ''
  const set = [...environment.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(set.length).toBeGreaterThan(5)
  const known: readonly string[] = variableNames
  expect(set.filter((name) => !known.includes(name))).toEqual([])
})

it('its unit starts the command line that a build makes, and waits until requests are finished', () => {
  const { bin } = JSON.parse(read('package.json'))
  expect(unit).toContain(` ${bin.storefront} serve\n`)
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
  // DRAIN_SECONDS is 1 unless it is set; what still runs then is cut off after 8 more.
  expect(seconds).toBeGreaterThan(1 + 10)
})

it('its files are beside it', () => {
  const named = [...page.matchAll(/\]\(((?:nginx\.conf|Caddyfile|[\w-]+\.service))\)/g)].map(([, name = '']) => name)
  expect(named.toSorted()).toEqual(['Caddyfile', 'nginx.conf', 'storefront-gateway.service'])
  expect(named.filter((name) => !existsSync(`docs/operations/${name}`))).toEqual([])
  // Of an uploaded picture.
  expect(read('docs/operations/nginx.conf')).toMatch(/^ {2}client_max_body_size 1[2-9]m;$/m)
})
