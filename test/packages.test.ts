import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { subset } from 'semver'
import { describe, expect, it } from 'vitest'
import { NODE_FLAGS } from '../bench/servers/service-environment.ts'
import packageJson from '../package.json' with { type: 'json' }
import lock from '../package-lock.json' with { type: 'json' }
import { trimPackages } from '../scripts/trim-packages.mjs'

interface Entry {
  version?: string
  engines?: { node?: string }
  dev?: boolean
  devOptional?: boolean
  /** npm leaves it out where it does not fit: a build for another platform. */
  optional?: boolean
  resolved?: string
}

// The lock file says more of a package than TypeScript infers from it.
const entries = Object.entries(lock.packages as Record<string, Entry>)
const ours = lock.packages[''].engines.node

describe('the lock file', () => {
  it('holds no package that wants another Node than the service does', () => {
    const picky = entries
      .filter(([, { engines, optional }]) => engines?.node && !optional && !subset(ours, engines.node))
      .map(([path, { version, engines }]) => `${path} ${version} wants ${engines?.node}`)
    expect(picky).toEqual([])
  })

  it('names no registry, so that any may serve it', () => {
    expect(entries.filter(([, { resolved }]) => resolved?.startsWith('http')).map(([path]) => path)).toEqual([])
  })

  it('leaves what only development needs out of "npm ci --omit=dev"', () => {
    // `devOptional`: also an optional peer of what runs, which --omit=dev alone installs.
    const both = entries.filter(([, { devOptional }]) => devOptional).map(([path]) => path)
    expect(both).toEqual([])
    const production = entries.filter(([, { dev }]) => !dev).map(([path]) => path)
    for (const tool of ['prisma', 'prisma-cli', 'typescript', 'typescript-cli', 'esbuild', 'vitest']) {
      expect(production).not.toContain(`node_modules/${tool}`)
    }
  })
})

it('every version of Node that is named is one that the service supports', () => {
  const named = {
    '.nvmrc': readFileSync('.nvmrc', 'utf8').trim(),
    Dockerfile: /^ARG NODE_VERSION=(.+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1],
  }
  expect(named).toEqual({ '.nvmrc': '24', Dockerfile: '24' })
  expect(subset('24', ours)).toBe(true)
})

it('Node is given the same room for young objects wherever the service is started', () => {
  const flag = /--max-semi-space-size=\d+/g
  const flagIn = (text: string) => [...text.matchAll(flag)].join()
  const { start, storefront } = packageJson.scripts
  const started = [start, storefront, readFileSync('Dockerfile', 'utf8'), NODE_FLAGS.join(' ')]
  expect(new Set(started.map(flagIn))).toEqual(new Set([expect.stringMatching(/^--max-semi-space-size=\d+$/)]))
})

it('trimming removes query compilers for other databases, second builds and source maps, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trim-'))
  const kept = ['query_compiler_fast_bg.postgresql.mjs', 'client.mjs', 'map.js', 'query_compiler.txt']
  const removed = [
    'query_compiler_fast_bg.sqlite.mjs',
    'query_compiler_small_bg.mysql.wasm-base64.js',
    'client.mjs.map',
  ]
  for (const name of [...kept, ...removed]) writeFileSync(join(folder, name), '')
  const builds = join(folder, '@opentelemetry', 'api', 'build')
  for (const build of ['src', 'esm', 'esnext']) {
    mkdirSync(join(builds, build), { recursive: true })
    writeFileSync(join(builds, build, 'index.js'), '')
  }
  trimPackages(folder)
  expect(readdirSync(builds, { recursive: true }).filter((name) => `${name}`.endsWith('.js'))).toEqual([
    join('src', 'index.js'),
  ])
  expect(readdirSync(folder).sort()).toEqual([...kept, '@opentelemetry'].sort())
})
