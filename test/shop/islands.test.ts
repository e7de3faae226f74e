import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = 'src/web/shop/islands'
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
const islands = sources.filter(({ name }) => !name.includes('/'))

it('what runs in the browser imports nothing of the service', () => {
  const known = /^(\.\/|\.\.\/views\/money\.ts|(\.\.\/)+clients\/typescript\/src\/|preact|idiomorph$)/
  const imported = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, path = '']) => ({ name, path })),
  )
  expect(imported.length).toBeGreaterThan(2)
  expect(imported.filter(({ path }) => !known.test(path))).toEqual([])
})

it('every island is loaded where a page has its place', () => {
  const main = islands.find(({ name }) => name === 'main.ts')?.text ?? ''
  const pages = readdirSync('src/web/shop', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => readFileSync(join('src/web/shop', path), 'utf8'))
    .join('\n')
  const loaded = [...main.matchAll(/^ {2}(\w+): \(\) => import/gm)].map(([, name = '']) => name)
  expect(loaded.map((name) => `${name}.ts`).toSorted()).toEqual(
    islands.map(({ name }) => name).filter((name) => name !== 'main.ts'),
  )
  const places = [...pages.matchAll(/data-island=(?:"|\{[^}]*')(\w+)/g)].map(([, name]) => name)
  expect([...new Set(places)].toSorted()).toEqual(loaded.toSorted())
})
