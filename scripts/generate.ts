import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { clientRoutes } from './client-routes.ts'
import { type Json, openApiTypes } from './openapi-types.ts'
import { typeColumns } from './typed-columns.ts'

const HELP = `Usage: npm run generate [-- --check]

Makes what is generated: the Prisma client, the GraphQL schemas in SDL, the types of the REST routes' operations,
the OpenAPI document, the tables in docs/versions.md and docs/errors.md, the JSON Schema of store bundles, and what the
client in clients/typescript is made of.

  --check   leaves the committed files alone; exit status 1 when one of them is not current`

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
if (values.help) {
  process.stdout.write(`${HELP}\n`)
  process.exit()
}

// In this order, and loaded only when its turn comes: each step runs on what the one before it has made.
run('prisma', 'generate')
await typeColumns()
await keepCurrent('schema/storefront.graphql', await storefrontSdl())
await keepCurrent('schema/owner.graphql', await ownerSdl())
await keepCurrent('schema/person.graphql', await personSdl())
run('graphql-codegen', '--config', 'codegen.ts', '--silent')
await keepCurrent('schema/openapi.json', await openApi())
await keepCurrent('docs/versions.md', await versionsPage())
await keepCurrent('docs/errors.md', await errorsPage())
await keepCurrent('examples/store-bundle.schema.json', await bundleSchema())
await writeFromOpenApi('examples/generated/openapi.d.ts', openApiTypes)
await writeFromOpenApi('clients/typescript/src/generated/openapi.ts', openApiTypes)
await writeFromOpenApi('clients/typescript/src/generated/routes.ts', clientRoutes)
// The client is a package of its own, and writes amounts as the service does.
for (const name of ['currencies.ts', 'money-text.ts']) await copyForClient(name)

async function storefrontSdl(): Promise<string> {
  const [{ printSchema }, { schema }] = await Promise.all([import('graphql'), import('../src/process/schema.ts')])
  return printSchema(schema)
}

async function ownerSdl(): Promise<string> {
  const [{ printSchema }, { ownerSchema }] = await Promise.all([
    import('graphql'),
    import('../src/process/owner-schema.ts'),
  ])
  return printSchema(ownerSchema)
}

async function personSdl(): Promise<string> {
  const [{ printSchema }, { personSchema }] = await Promise.all([
    import('graphql'),
    import('../src/process/person-schema.ts'),
  ])
  return printSchema(personSchema)
}

async function openApi(): Promise<string> {
  const [{ openApiDocument }, { routes }, { schema }] = await Promise.all([
    import('../src/api/rest/openapi.ts'),
    import('../src/process/routes.ts'),
    import('../src/process/schema.ts'),
  ])
  return JSON.stringify(openApiDocument(routes, schema), null, 2)
}

async function versionsPage(): Promise<string> {
  const [{ withDeprecations }, { schema }, { ownerSchema }] = await Promise.all([
    import('./deprecations.ts'),
    import('../src/process/schema.ts'),
    import('../src/process/owner-schema.ts'),
  ])
  const openApi = JSON.parse(await readFile('schema/openapi.json', 'utf8'))
  return withDeprecations(await readFile('docs/versions.md', 'utf8'), { schema, ownerSchema, openApi })
}

async function errorsPage(): Promise<string> {
  const { withReasons } = await import('./reasons-table.ts')
  return withReasons(await readFile('docs/errors.md', 'utf8'))
}

async function writeFromOpenApi(path: string, make: (document: Json) => string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, make(JSON.parse(await readFile('schema/openapi.json', 'utf8'))))
}

async function copyForClient(name: string): Promise<void> {
  const text = await readFile(`src/shared/${name}`, 'utf8')
  await writeFile(
    `clients/typescript/src/generated/${name}`,
    `// Copied by "npm run generate" from src/shared.\n${text}`,
  )
}

async function bundleSchema(): Promise<string> {
  const { bundleJsonSchema } = await import('../src/commerce/bundle/parse-bundle.ts')
  return JSON.stringify(bundleJsonSchema(), null, 2)
}

async function keepCurrent(path: string, text: string): Promise<void> {
  const content = `${text.trimEnd()}\n`
  if ((await readFile(path, 'utf8').catch(() => null)) === content) return
  if (values.check) {
    process.stderr.write(`${path} is not current: run "npm run generate" and commit it.\n`)
    process.exitCode = 1
    return
  }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  process.stdout.write(`${path} written\n`)
}

function run(command: string, ...args: string[]): void {
  // Prisma only looks whether its engine is there, which npm cannot install; generating does not run it.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' }
  const { status, stdout, stderr } = spawnSync(command, args, {
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  process.stderr.write(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}\n`)
  process.exit(1)
}
