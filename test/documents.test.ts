import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const decisions = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name))
const documents = [
  ...readdirSync('.'),
  'clients/typescript/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'))

const read = (path: string) => readFileSync(path, 'utf8')
const words = (path: string) => read(path).split(/\s+/).filter(Boolean).length
const lines = (path: string) => read(path).trimEnd().split('\n').length
const prose = (path: string) => read(path).replaceAll(/```.*?```/gs, '')

/** The anchors that GitHub gives the headings of a page. */
const anchors = (path: string) =>
  [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : normalize(join(dirname(document), path))
  return existsSync(target) && (anchor === undefined || !target.endsWith('.md') || anchors(target).includes(anchor))
}

describe('the documents', () => {
  it.each(documents)('%s has links that lead somewhere', (document) => {
    const links = [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const local = links.filter((link) => !/^(https?|mailto):/.test(link))
    expect(local.filter((link) => !leadsSomewhere(document, link))).toEqual([])
  })

  it('are short enough to be read', () => {
    expect(lines('README.md')).toBeLessThanOrEqual(150)
    expect(lines('docs/glossary.md')).toBeLessThanOrEqual(40)
    expect(lines('CONTRIBUTING.md')).toBeLessThanOrEqual(180)
    expect(words('docs/performance.md')).toBeLessThanOrEqual(1500)
  })
})

describe('a decision', () => {
  it.each(decisions)('%s has context, decision and consequences in at most 400 words', (name) => {
    const page = `docs/decisions/${name}`
    expect(words(page)).toBeLessThanOrEqual(400)
    if (read(page).includes('\nSuperseded')) return
    const sections = [...prose(page).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(sections).toEqual(['Context', 'Decision', 'Consequences'])
  })

  it('is listed in the index', () => {
    const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name)
    expect(listed).toEqual(decisions.toSorted())
  })
})

it('the documents name only files that there are', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const path = new RegExp(
    `\\b(?:src|test|bench|scripts|${folders.map(({ name }) => name).join('|')})/[\\w./-]+\\.ts\\b`,
    'g',
  )
  const named = [...documents.filter((name) => name !== 'CHANGELOG.md'), 'prisma/schema.prisma'].flatMap((file) =>
    [...read(file).matchAll(path)].map(([found]) => ({ file, found })),
  )
  expect(named.length).toBeGreaterThan(100)
  const isThere = (name: string) => ['', 'src', 'clients/typescript'].some((folder) => existsSync(join(folder, name)))
  expect(named.filter(({ found }) => !isThere(found))).toEqual([])
})

describe('the documentation', () => {
  it.each([
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/architecture.md',
    'docs/command-line.md',
    'docs/deploying.md',
  ])('%s names only commands that there are', (file) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/npm run ([a-z:-]+)/g))
      expect(scripts).toHaveProperty([name])
  })

  it('SECURITY.md names tests that there are, and says why each package is here', () => {
    const text = readFileSync('SECURITY.md', 'utf8')
    const paths = [...text.matchAll(/`((?:test|src|docs)\/[^`]+)`/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
    for (const name of Object.keys(dependencies)) expect(text).toContain(`\`${name}\``)
  })

  it('lists every variable of the environment in docs/configuration.md', () => {
    const page = readFileSync('docs/configuration.md', 'utf8')
    const names = [...readFileSync('src/process/config.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): /gm)].map(
      ([, name = '']) => name,
    )
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) expect(page).toContain(`\`${name}\``)
  })
})
