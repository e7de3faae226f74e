import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { retentions } from '../../src/process/clean-up.ts'

it('the page about privacy says how long all rows stay that clean-up deletes', () => {
  const [, section = ''] = /^## For how long$(.*?)^## /ms.exec(readFileSync('docs/privacy.md', 'utf8')) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, table]) => table))
  const cleaned = new Set(Object.values(retentions).map(({ table }) => table))
  expect(listed.toSorted()).toEqual([...cleaned].sort())
})
