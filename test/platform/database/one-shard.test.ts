import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Transactions are of one store: what Prisma joins into one statement there stays in it. */
const JOINED = /\bprisma\.(?!store\b)\w+\.findUnique/g

test('no look-up outside a transaction can be joined with one of another store', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
    .map((path) => join('src', path))
  expect(sources.length).toBeGreaterThan(200)
  const found = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(JOINED)].map(([call]) => `${path}: ${call}`),
  )
  expect(found).toEqual([])
})
