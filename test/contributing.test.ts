import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPatience } from './support/chance.ts'
import { needs } from './support/needs.ts'

const run = promisify(execFile)

/** Changes of one file that CONTRIBUTING.md asks for. */
interface Change {
  path: string
  hunks: { from: string; to: string }[]
}

const side = (lines: string[], mark: '+' | '-'): string =>
  lines.flatMap((line) => (line.startsWith(' ') || line.startsWith(mark) ? [line.slice(1)] : [])).join('\n')

/** The diffs of a section, each of the file that stands in bold above it. */
function changesOf(section: string): Change[] {
  return [...section.matchAll(/^ {3}```diff\n(.*?)^ {3}```$/gms)].map((block) => {
    const path = section.slice(0, block.index).match(/.*\*\*`([^`]+)`\*\*/s)?.[1] ?? ''
    const text = (block[1] ?? '').replaceAll(/^ {3}/gm, '')
    const hunks = text.split(/^@@\n/m).map((hunk) => hunk.trimEnd().split('\n'))
    return { path, hunks: hunks.map((lines) => ({ from: side(lines, '-'), to: side(lines, '+') })) }
  })
}

/** The commands of a section, as `npm run …`. */
const commandsOf = (section: string): string[][] =>
  [...section.matchAll(/`npm run ([^`]+)`/g)].map(([, command = '']) =>
    command.split(' ').filter((word) => word !== '--'),
  )

const scripts: Record<string, string> = { migration: 'scripts/migration.ts', generate: 'scripts/generate.ts' }

describe('the recipe for a field in CONTRIBUTING.md', () => {
  let copy: string
  let section: string
  beforeAll(async () => {
    const text = await readFile('CONTRIBUTING.md', 'utf8')
    section = text.match(/^## Add a field\n(.*?)^## /ms)?.[1] ?? ''
    copy = await mkdtemp(join(tmpdir(), 'contributing-'))
    const left = new Set(['node_modules', '.git', 'dist', 'coverage', '.data'])
    for (const name of await readdir('.')) {
      if (!left.has(name)) await cp(name, join(copy, name), { recursive: true })
    }
    await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  })
  afterAll(() => rm(copy, { recursive: true }))

  const inCopy = (...args: string[]) =>
    run(process.execPath, args, { cwd: copy }).catch(({ stdout, stderr }) => expect.fail(`${args}\n${stdout}${stderr}`))

  it('changes few files', () => {
    const paths = changesOf(section).map(({ path }) => path)
    const tests = paths.filter((path) => path.startsWith('test/'))
    const pages = paths.filter((path) => path.startsWith('src/web/'))
    expect(tests.length).toBeLessThanOrEqual(3)
    expect(pages.length).toBeLessThanOrEqual(4)
    // The migration is a further one.
    expect(paths.length - tests.length - pages.length).toBeLessThanOrEqual(3)
  })

  it('names lines that are there', async () => {
    for (const { path, hunks } of changesOf(section)) {
      let content = await readFile(join(copy, path), 'utf8')
      for (const { from, to } of hunks) {
        expect(content.split(from), `what is to be changed in ${path}:\n${from}`).toHaveLength(2)
        content = content.replace(from, () => to)
      }
      await writeFile(join(copy, path), content)
    }
  })

  it('has an entry also for a number that may be missing', async () => {
    const added: [string, string, string][] = [
      ['prisma/schema.prisma', '  origin       String   @default("")\n', '  steepSeconds Int? @map("steep_seconds")\n'],
      [
        'src/commerce/catalog/product-fields.ts',
        "    output: 'Where it comes from, such as Assam; empty when unknown.',\n  },\n",
        `  steepSeconds: {
    kind: 'integer',
    format: () => wholeNumber(1).nullish(),
    initial: null,
    clearable: true,
    columns: { steepSeconds: { type: 'integer' } },
    read: ({ steepSeconds }) => steepSeconds,
    description: { input: 'Seconds.', row: 'Seconds.' },
    output: 'Seconds.',
  },
`,
      ],
    ]
    for (const [name, after, lines] of added) {
      const path = join(copy, name)
      const content = await readFile(path, 'utf8')
      expect(content).toContain(after)
      await writeFile(path, content.replace(after, after + lines))
    }
  })

  it('leads to a field that both interfaces show', { ...needs(noPatience), timeout: 900_000 }, async () => {
    const commands = commandsOf(section)
    expect(commands).toEqual([['migration', 'add_product_origin'], ['generate']])
    for (const [name = '', ...args] of commands) {
      const script = scripts[name] ?? ''
      await inCopy('node_modules/tsx/dist/cli.mjs', script, ...args)
    }
    const [migration = ''] = (await readdir(join(copy, 'prisma/migrations'))).filter((name) =>
      name.endsWith('_add_product_origin'),
    )
    const sql = await readFile(join(copy, 'prisma/migrations', migration, 'migration.sql'), 'utf8')
    expect(sql).toContain('ADD COLUMN     "origin" TEXT NOT NULL DEFAULT')
    await inCopy('node_modules/typescript-cli/bin/tsc', '-p', '.')
    const openApi = JSON.parse(await readFile(join(copy, 'schema/openapi.json'), 'utf8'))
    expect(openApi.components.schemas.Product.required).toContain('origin')
    expect(openApi.components.schemas.WishlistItem.required).not.toContain('origin')
    for (const schema of ['storefront', 'owner']) {
      expect(await readFile(join(copy, `schema/${schema}.graphql`), 'utf8')).toMatch(
        /^type Product \{[^}]*^ {2}origin: String!/m,
      )
      expect(await readFile(join(copy, `schema/${schema}.graphql`), 'utf8')).toMatch(
        /^type Product \{[^}]*^ {2}steepSeconds: Int$/m,
      )
    }
  })
})
