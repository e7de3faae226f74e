import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Import {
  from: string
  to: string
  /** Whether it is gone once types are erased. */
  typeOnly: boolean
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('generated'))
const files = filesOf('src')

const statement = /^(?:import|export)( type)?(?:\s+([\w*{}\s,$]+?)\s+from)?\s+'([^']+)'/gm
const names = /^\{(.*)\}$/s

const imports = files.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(statement)].map(([, type, what = '', to = '']): Import => {
    const named = names
      .exec(what.trim())?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    return {
      from,
      to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to,
      typeOnly: type !== undefined || named?.every((name) => name.startsWith('type ')) === true,
    }
  }),
)
const own = imports.filter(({ to }) => to.startsWith('src/'))
const folderOf = (path: string) => path.split('/').slice(0, -1).join('/')
const described = (found: Import[]) => found.map(({ from, to }) => `${from} imports ${to}`)

const within = (room: string, folders: string[]) => folders.map((folder) => `${room}/${folder}`)

/** The folders of src, the lowest first: pages and the owner's endpoint stand above the domains, the process above all. */
const folders = [
  ...['shared', 'platform', 'api', ...within('api', ['http', 'admission', 'response-cache', 'graphql', 'rest'])],
  ...within('commerce', [
    ...[
      'history',
      'webhooks',
      'owners',
      'stores',
      'opening',
      'people',
      'media',
      'pages',
      'payments',
      'delivery',
      'catalog',
      'menus',
      'mails',
      'carts',
    ],
    ...['loyalty', 'customers', 'orders', 'discounts', 'reviews', 'wishlist', 'newsletter', 'leads', 'access', 'chat'],
    ...['checkout', 'refunds', 'settlement', 'figures', 'bundle', 'privacy'],
  ]),
  ...['api/owner', ...within('web', ['docs', 'shop', 'console']), 'commands', 'process'],
]
const parted = ['api', 'commerce', 'web']
/** In which of them a file is; its own name for the files at the top, from which the process starts. */
const room = (path: string) => {
  const [, first = '', second = ''] = path.split('/')
  return parted.includes(first) && !/\.tsx?$/.test(second) ? `${first}/${second}` : first
}

describe('who imports whom', () => {
  it('finds imports at all', () => {
    expect(own.length).toBeGreaterThan(200)
    expect(own.some(({ typeOnly }) => typeOnly)).toBe(true)
  })

  it.each([
    ['.schema.ts', 'src/process/schema.ts'],
    ['.owner.ts', 'src/process/owner-schema.ts'],
    ['.person.ts', 'src/process/person-schema.ts'],
    ['.rest.ts', 'src/process/routes.ts'],
    ['.page.tsx', 'src/web/shop/pages.ts'],
    ['.forms.ts', 'src/web/shop/pages.ts'],
  ])('only one file collects the *%s', (suffix, collector) => {
    expect(described(own.filter(({ from, to }) => to.endsWith(suffix) && from !== collector))).toEqual([])
  })

  it('use cases and calculations know no GraphQL and no HTTP', () => {
    const doors =
      /\.(schema|owner|person|rest)\.ts$|-plugin\.ts$|-page\.ts$|^src\/(api\/(?!admission)|web|commands|process|platform|[a-z-]+\.ts)/
    const outside = /^(graphql|graphql-yoga|fastify|@pothos|@fastify|@graphql)|^src\/api\/(http|rest)\//
    expect(described(imports.filter(({ from, to }) => !doors.test(from) && outside.test(to)))).toEqual([])
  })

  it('SQL that is put together where it is needed is in *.sql.ts files, or in the platform', () => {
    const sql = /\$(queryRaw|executeRaw)|Prisma\.sql`|storeStatement</
    const elsewhere = files.filter((path) => !path.endsWith('.sql.ts') && !path.startsWith('src/platform/'))
    expect(elsewhere.filter((path) => sql.test(readFileSync(path, 'utf8')))).toEqual([])
    expect(files.filter((path) => path.endsWith('.sql.ts')).length).toBeGreaterThan(20)
  })

  it('calculations touch nothing outside themselves', () => {
    const pure = imports.filter(
      ({ from }) => folderOf(from) === 'src/commerce/checkout/pricing' || from.endsWith('/prices.ts'),
    )
    expect(pure.length).toBeGreaterThan(5)
    const allowed =
      /^src\/(commerce\/checkout\/pricing\/|shared\/|platform\/(integer|money)\.ts|commerce\/catalog\/prices\.ts)/
    expect(described(pure.filter(({ to, typeOnly }) => !typeOnly && !allowed.test(to)))).toEqual([])
  })

  it('the console in the browser knows nothing of the service but the owner’s API', () => {
    const isApp = (path: string) => /^src\/(web\/console\/app|generated\/console)\//.test(path)
    const walls = own.filter(({ to }) => !to.startsWith('src/shared/'))
    expect(described(walls.filter(({ from, to }) => isApp(from) !== isApp(to)))).toEqual([])
  })

  it('shared knowledge imports nothing but itself and packages that run in a browser, types included', () => {
    const shared = imports.filter(({ from }) => from.startsWith('src/shared/'))
    const runsInBrowsers = /^(?:src\/shared\/|libphonenumber-js\/)/
    expect(described(shared.filter(({ to }) => !runsInBrowsers.test(to)))).toEqual([])
  })

  it('the platform knows nothing but itself, types included', () => {
    const outside = own.filter(
      ({ from, to }) => from.startsWith('src/platform/') && !/^src\/(platform|shared|generated)\//.test(to),
    )
    expect(described(outside)).toEqual([])
  })

  it.each(files.filter((path) => path.startsWith('src/platform/')))('%s has no word of a shop in it', (path) => {
    const words =
      /\b(products?|variants?|orders|checkouts?|reviews?|wishlists?|discounts?|customers?|shoppers?|carts?)\b/i
    expect(readFileSync(path, 'utf8').match(words)?.[0]).toBeUndefined()
  })

  it('folders import values from lower folders only', () => {
    const level = new Map(folders.map((folder, index) => [folder, index]))
    const upwards = own.filter(({ from, to, typeOnly }) => {
      const [here, there] = [level.get(room(from)), level.get(room(to))]
      if (typeOnly || here === undefined || room(from) === room(to) || to.startsWith('src/generated/')) return false
      // Of what makes the process, the command line may know the configuration and the kinds of jobs.
      return (
        there === undefined || (there > here && !['src/process/config.ts', 'src/process/job-kinds.ts'].includes(to))
      )
    })
    expect(described(upwards)).toEqual([])
    const foldersIn = (folder: string) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    const found = foldersIn('src').filter((name) => name !== 'generated' && !parted.includes(name))
    const parts = parted.flatMap((name) => within(name, foldersIn(join('src', name))))
    expect([...found, ...parts, 'api'].toSorted()).toEqual(folders.toSorted())
  })

  it('a stranger sees the whole of src before its parts', () => {
    const entries = readdirSync('src', { withFileTypes: true })
    expect(entries.filter((entry) => entry.isDirectory()).length).toBeLessThanOrEqual(8)
    expect(entries.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(5)
  })

  it('domains know nothing of the process, types included', () => {
    const processes = own.filter(({ from, to }) => from.startsWith('src/commerce/') && to.startsWith('src/process/'))
    expect(described(processes)).toEqual([])
  })

  it('shop, console and documentation know no domain, types included', () => {
    const domains = own.filter(({ from, to }) => from.startsWith('src/web/') && to.startsWith('src/commerce/'))
    expect(described(domains)).toEqual([])
  })

  it('a process that only supervises others loads nothing of what serves, nor the database', () => {
    const loaded = new Set<string>(['src/cli.ts', 'src/commands/serve.ts', 'src/process/config.ts', 'src/main.ts'])
    for (const file of loaded) {
      for (const { from, to, typeOnly } of own) if (from === file && !typeOnly) loaded.add(to)
    }
    const serving = [
      'src/process/server.ts',
      'src/process/services.ts',
      'src/process/schema.ts',
      'src/process/owner-schema.ts',
      'src/process/routes.ts',
    ]
    const database = ['src/platform/database/database.ts', 'src/generated/prisma/client.ts']
    expect(loaded).toContain('src/platform/cluster.ts')
    expect([...serving, ...database].filter((file) => loaded.has(file))).toEqual([])
  })

  it('only what an ordinary run of the server does not use keeps anything in AsyncLocalStorage', () => {
    const keeping = imports.filter(({ to }) => /^(node:)?async_hooks$/.test(to)).map(({ from }) => from)
    // Watching orders only leaves it, which turns on nothing.
    const known = ['commands/terminal.ts', 'commerce/orders/watch/looks.ts', 'platform/tracing/open-tracing.ts']
    expect(keeping.toSorted()).toEqual(known.map((file) => `src/${file}`).toSorted())
  })

  it('values never import each other in a circle', () => {
    const graph = new Map<string, string[]>()
    for (const { from, to, typeOnly } of own) if (!typeOnly) graph.set(from, [...(graph.get(from) ?? []), to])
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (file: string, path: string[]) => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (done.has(file) || path.includes(file)) return
      for (const next of graph.get(file) ?? []) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of graph.keys()) visit(file, [])
    expect(circles).toEqual([])
  })

  it('at most ten files know each other in a circle, types included', () => {
    const graph = new Map<string, string[]>()
    for (const { from, to } of own) graph.set(from, [...(graph.get(from) ?? []), to])
    const reached = (file: string) => {
      const found = new Set(graph.get(file))
      for (const next of found) for (const further of graph.get(next) ?? []) found.add(further)
      return found
    }
    const known = new Map([...graph.keys()].map((file) => [file, reached(file)]))
    const circles = [...known].map(([file, found]) => [...found].filter((other) => known.get(other)?.has(file)))
    expect(circles.filter((circle) => circle.length > 10)).toEqual([])
  })
})

it.each([
  ['src', 250, files],
  ['test', 300, filesOf('test')],
])('every file of %s is at most %i lines', (_, most, files) => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((path) => readFileSync(path, 'utf8').split('\n').length > most + 1)).toEqual([])
})

it('no folder of src has more than 25 files, sub-folders apart', () => {
  const folders = [...new Set(files.map(folderOf))]
  expect(folders.filter((folder) => files.filter((path) => folderOf(path) === folder).length > 25)).toEqual([])
})
