import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { isObjectType } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/process/schema.ts'
import ours from '../package.json' with { type: 'json' }
import * as documents from '../src/graphql.ts'

const folder = 'clients/typescript'

/** What a bundler makes of it for a page, with all of its dependencies. */
async function bundled(entry: string): Promise<Buffer> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: resolve(folder), loader: 'ts' },
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', target: 'es2022' },
    outfile: 'client.js',
  })
  return Buffer.from(outputFiles?.[0]?.contents ?? [])
}

describe('the package', () => {
  it('has at most 6 KB, compressed', async () => {
    const script = await bundled("export * from './src/index.ts'")
    expect(script.length).toBeGreaterThan(5_000)
    expect(gzipSync(script).length).toBeLessThan(6_000)
    expect(brotliCompressSync(script).length).toBeLessThan(6_000)
  })

  it('gives a page that uses one document that one alone', async () => {
    const one = await bundled("export { CartDocument } from './src/graphql.ts'")
    expect(gzipSync(one).length).toBeLessThan(1_500)
  })

  it('depends on openapi-fetch, and imports nothing of Node', () => {
    expect(Object.keys(ours.dependencies)).toEqual(['openapi-fetch'])
    const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const imported = sources.flatMap((name) =>
      [...readFileSync(join(folder, 'src', name), 'utf8').matchAll(/ from ['"]([^.'"][^'"]*)['"]/g)].map(
        ([, from]) => from,
      ),
    )
    expect(new Set(imported)).toEqual(new Set(['openapi-fetch', 'graphql']))
  })
})

describe('what is published', () => {
  const cache = resolve('node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const home = mkdtempSync(join(cache, 'client-'))
  const installed = join(home, 'node_modules', ours.name)
  const tsc = resolve('node_modules/.bin/tsc')
  afterAll(() => rmSync(home, { recursive: true }))

  it('runs and has types where it is installed, also for what the README shows', () => {
    execFileSync(tsc, ['-p', `${folder}/tsconfig.build.json`, '--outDir', join(installed, 'dist')])
    copyFileSync(join(folder, 'package.json'), join(installed, 'package.json'))
    const script = `
      import { createStorefront, memoryStorage } from '${ours.name}'
      import { CartDocument } from '${ours.name}/graphql'
      const shop = createStorefront({ baseUrl: 'http://127.0.0.1:9', store: 'demo', storage: memoryStorage(), retries: 0 })
      const code = await shop.products({ q: 'tea' }).then(({ total }) => total.toFixed(), (error) => error.code)
      console.log(code, CartDocument.kind)`
    writeFileSync(join(home, 'page.mts'), script)
    writeFileSync(join(home, 'page.mjs'), script)
    const blocks = [...readFileSync(`${folder}/README.md`, 'utf8').matchAll(/```ts\n(.*?)```/gs)]
    const files = blocks.map(([, code = ''], index) => {
      const path = join(home, `readme-${index}.mts`)
      writeFileSync(path, code)
      return path
    })
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      '',
    ]
    execFileSync(tsc, [...options, '--lib', 'es2022,dom,dom.iterable', join(home, 'page.mts'), ...files])
    expect(execFileSync(process.execPath, [join(home, 'page.mjs')], { encoding: 'utf8' })).toBe('NO_ANSWER Document\n')
  })
})

describe('the documents', () => {
  const fields = (type: { getFields(): object } | null | undefined) => Object.keys(type?.getFields() ?? {})
  const asked = new Set(
    Object.entries(documents)
      .filter(([name]) => name.endsWith('Document'))
      .flatMap(([, document]) =>
        (JSON.stringify(document).match(/"value":"\w+"/g) ?? []).map((name) => name.slice(9, -1)),
      ),
  )

  it('ask for every field that the storefront’s schema begins with', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(fields)
    expect(roots.filter((field) => !asked.has(field))).toEqual([])
  })

  it('have keys for Graphcache of exactly the types without an id', () => {
    const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    const embedded = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && !roots.has(type) && !type.name.startsWith('__') && !('id' in type.getFields()),
    )
    const wrapped = /(Connection|Edge)$|^PageInfo$/
    const expected = embedded.map(({ name }) => name).filter((name) => !wrapped.test(name))
    expect(Object.keys(documents.graphcacheKeys).sort()).toEqual(expected.sort())
  })
})
