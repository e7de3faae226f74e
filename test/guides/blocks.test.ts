import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { blocksOf, blocksToRun, fencesOf } from './guide.ts'
import { notRun } from './not-run.ts'

const pages = [
  ...readdirSync('.'),
  'clients/typescript/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'))

/** The tests that run the blocks of a page, and fail when they have run too few. */
const ranBy: Readonly<Record<string, string>> = {
  'README.md': 'test/guides/readme.test.ts',
  'CONTRIBUTING.md': 'test/contributing.test.ts',
  'clients/typescript/README.md': 'clients/typescript/test/readme.test.ts',
  'docs/storefront.md': 'test/guides/storefront.test.ts',
  'docs/nextjs.md': 'test/guides/nextjs.test.ts',
  'docs/payments.md': 'test/guides/payments.test.ts',
  'docs/owner-api.md': 'test/guides/owner-api.test.ts',
  'docs/delivery.md': 'test/guides/small-pages.test.ts',
  'docs/payments-on-delivery.md': 'test/guides/small-pages.test.ts',
  'docs/errors.md': 'test/guides/small-pages.test.ts',
  'docs/decisions/0038-no-node-interface.md': 'test/interfaces.test.ts',
}

it('every page with a block is run by a test, but for blocks that are listed with a reason', () => {
  const withBlocks = pages.filter((page) => blocksToRun(page).length > 0)
  expect(withBlocks.toSorted()).toEqual(Object.keys(ranBy).toSorted())
  // The README of the client is named by its folder.
  for (const [page, test] of Object.entries(ranBy))
    expect(readFileSync(test, 'utf8'), test).toContain(page.replace('clients/typescript/', ''))
})

it('a block that is listed is there, once, for a reason that holds', () => {
  for (const [page, blocks] of Object.entries(notRun)) {
    for (const { begins, why } of blocks) {
      const found = blocksOf(page).filter(({ code }) => code.startsWith(begins))
      expect(found, `${page}: ${begins}`).toHaveLength(1)
      expect(why).not.toBe('')
      for (const [path] of why.matchAll(/\b[\w/-]+\/[\w.-]+\.test\.ts/g)) expect(existsSync(path), path).toBe(true)
    }
  }
})

it('a block with code names its language; what names none is a figure, output or a file of a server', () => {
  const unnamed = pages.flatMap((page) => fencesOf(page).filter(({ language }) => language === ''))
  expect(unnamed.length).toBeGreaterThan(3)
  const command =
    /^ *(\$ |curl |npx |npm (?!warn|error)|git |docker |createdb|psql |import |const |query |mutation |\{ ")/m
  expect(unnamed.filter(({ code }) => command.test(code))).toEqual([])
})
