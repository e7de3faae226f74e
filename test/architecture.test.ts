import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import {
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { ownerSchema } from '../src/owner-schema.ts'
import { openApiDocument } from '../src/rest/openapi.ts'
import { routes } from '../src/routes.ts'
import { schema } from '../src/schema.ts'

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

/** The folders of src, the lowest first. The files of src itself, which put the process together, are above all. */
const folders = [
  ...['shared', 'platform', 'http', 'admission', 'response-cache', 'graphql', 'rest', 'docs', 'shop', 'history'],
  ...['webhooks', 'owners', 'stores', 'media', 'payments', 'delivery', 'catalog', 'mails', 'carts', 'loyalty'],
  ...['customers', 'orders', 'discounts', 'reviews', 'wishlist', 'newsletter', 'leads', 'access', 'chat', 'checkout'],
  ...['refunds', 'settlement', 'figures'],
  ...['bundle', 'privacy', 'console', 'commands'],
]

describe('who imports whom', () => {
  it('finds imports at all', () => {
    expect(own.length).toBeGreaterThan(200)
    expect(own.some(({ typeOnly }) => typeOnly)).toBe(true)
  })

  it.each([
    ['.schema.ts', 'src/schema.ts'],
    ['.owner.ts', 'src/owner-schema.ts'],
    ['.rest.ts', 'src/routes.ts'],
    ['.page.tsx', 'src/shop/pages.ts'],
    ['.forms.ts', 'src/shop/pages.ts'],
  ])('only one file collects the *%s', (suffix, collector) => {
    expect(described(own.filter(({ from, to }) => to.endsWith(suffix) && from !== collector))).toEqual([])
  })

  it('use cases and calculations know no GraphQL and no HTTP', () => {
    const doors =
      /\.(schema|owner|rest)\.ts$|-plugin\.ts$|-page\.ts$|^src\/(http|rest|docs|shop|console|response-cache|commands|graphql|platform|[a-z-]+\.ts)/
    const outside = /^(graphql|graphql-yoga|fastify|@pothos|@fastify|@graphql)|^src\/(http|rest)\//
    expect(described(imports.filter(({ from, to }) => !doors.test(from) && outside.test(to)))).toEqual([])
  })

  it('SQL that is put together where it is needed is in *.sql.ts files, or in the platform', () => {
    const sql = /\$(queryRaw|executeRaw)|Prisma\.sql`|storeStatement</
    const elsewhere = files.filter((path) => !path.endsWith('.sql.ts') && !path.startsWith('src/platform/'))
    expect(elsewhere.filter((path) => sql.test(readFileSync(path, 'utf8')))).toEqual([])
    expect(files.filter((path) => path.endsWith('.sql.ts')).length).toBeGreaterThan(20)
  })

  it('calculations touch nothing outside themselves', () => {
    const pure = imports.filter(({ from }) => folderOf(from) === 'src/checkout/pricing' || from.endsWith('/prices.ts'))
    expect(pure.length).toBeGreaterThan(5)
    const allowed = /^src\/(checkout\/pricing\/|shared\/|platform\/(integer|money)\.ts|catalog\/prices\.ts)/
    expect(described(pure.filter(({ to, typeOnly }) => !typeOnly && !allowed.test(to)))).toEqual([])
  })

  it('the console in the browser knows nothing of the service but the owner’s API', () => {
    const isApp = (path: string) => /^src\/(console\/app|generated\/console)\//.test(path)
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
    const room = (path: string) => path.split('/')[1] ?? ''
    const upwards = own.filter(({ from, to, typeOnly }) => {
      const [here, there] = [level.get(room(from)), level.get(room(to))]
      if (typeOnly || here === undefined || room(from) === room(to) || to.startsWith('src/generated/')) return false
      // Of the files of src itself, folders may know the configuration and the kinds of jobs.
      return there === undefined ? !['src/config.ts', 'src/job-kinds.ts'].includes(to) : there > here
    })
    expect(described(upwards)).toEqual([])
    const found = readdirSync('src', { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== 'generated',
    )
    expect(found.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
  })

  it('a process that only supervises others loads nothing of what serves, nor the database', () => {
    const loaded = new Set<string>(['src/cli.ts', 'src/commands/serve.ts', 'src/config.ts', 'src/main.ts'])
    for (const file of loaded) {
      for (const { from, to, typeOnly } of own) if (from === file && !typeOnly) loaded.add(to)
    }
    const serving = ['src/server.ts', 'src/services.ts', 'src/schema.ts', 'src/owner-schema.ts', 'src/routes.ts']
    const database = ['src/platform/database/database.ts', 'src/generated/prisma/client.ts']
    expect(loaded).toContain('src/platform/cluster.ts')
    expect([...serving, ...database].filter((file) => loaded.has(file))).toEqual([])
  })

  it('only what an ordinary run of the server does not use keeps anything in AsyncLocalStorage', () => {
    const keeping = imports.filter(({ to }) => /^(node:)?async_hooks$/.test(to)).map(({ from }) => from)
    // Watching orders only leaves it, which turns on nothing.
    const known = ['commands/terminal.ts', 'orders/watch/looks.ts', 'platform/tracing/open-tracing.ts']
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

describe.each([
  ['storefront', schema],
  ['owner', ownerSchema],
])('the GraphQL schema of the %s', (name, schema) => {
  const types: GraphQLNamedType[] = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )

  it('is the one that is committed', () => {
    expect(`${printSchema(schema)}\n`).toBe(readFileSync(`schema/${name}.graphql`, 'utf8'))
  })

  it('describes every element', () => {
    const bare: string[] = []
    for (const type of types) {
      if (!type.description) bare.push(type.name)
      if (isEnumType(type))
        for (const value of type.getValues()) if (!value.description) bare.push(`${type.name}.${value.name}`)
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields())) {
        if (!field.description) bare.push(`${type.name}.${field.name}`)
        for (const arg of 'args' in field ? field.args : [])
          if (!arg.description) bare.push(`${type.name}.${field.name}(${arg.name})`)
      }
    }
    expect(bare).toEqual([])
  })

  it('has nullable root fields, so that one that fails takes no other along', () => {
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      for (const field of Object.values(root?.getFields() ?? {}))
        expect(`${field.name}: ${field.type}`).not.toMatch(/!$/)
    }
  })

  it('has no type that leads back to itself: a document is only as deep as the schema', () => {
    const circles: string[] = []
    const follow = (type: GraphQLNamedType, path: string[]) => {
      if (!isObjectType(type) && !isInterfaceType(type)) return
      if (path.includes(type.name)) circles.push([...path, type.name].join(' → '))
      else for (const field of Object.values(type.getFields())) follow(getNamedType(field.type), [...path, type.name])
    }
    for (const type of types) follow(type, [])
    expect(circles).toEqual([])
  })

  it('takes no subdomain: the store comes from the path', () => {
    expect(printSchema(schema)).not.toMatch(/^\s+(subdomain|storeId)\b.*(\(|Input)/m)
  })
})

describe('the REST routes', () => {
  it('are described by the OpenAPI document that is committed', () => {
    expect(JSON.parse(JSON.stringify(openApiDocument(routes, schema)))).toEqual(
      JSON.parse(readFileSync('schema/openapi.json', 'utf8')),
    )
  })

  it('are all of those of their files, each once', () => {
    const exported = files
      .filter((path) => path.endsWith('.rest.ts'))
      .flatMap((path) => readFileSync(path, 'utf8').match(/^export const \w+ = route\(/gm) ?? [])
    expect(routes).toHaveLength(exported.length)
    expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length)
  })
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
    const names = [...readFileSync('src/config.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) expect(page).toContain(`\`${name}\``)
  })
})

describe('decision 0038', () => {
  it('names to urql every type that has no id', () => {
    const page = readFileSync('docs/decisions/0038-no-node-interface.md', 'utf8')
    const listed = [...page.matchAll(/^ {4}(\w+): embedded,$/gm)].map(([, name]) => name)
    const without = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !('id' in type.getFields()))
      .map(({ name }) => name)
      .filter((name) => !/^__|Connection$|Edge$|^(PageInfo|Query|Mutation|Subscription)$/.test(name))
    expect(listed.toSorted()).toEqual(without.toSorted())
  })
})
