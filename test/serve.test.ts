import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { needs, noRedis, noServer } from './support/needs.ts'
import { freePort, type RunningService, runStorefront, startService, storefront } from './support/process.ts'
import { openEmptyDatabase, readyFolder } from './support/test-database.ts'

const WARN = 40
const running: RunningService[] = []
const children: ChildProcess[] = []

const folder = await mkdtemp(join(tmpdir(), 'storefront-serve-'))
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop('SIGKILL')
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function start(env: Record<string, string>) {
  const service = await startService(env)
  running.push(service)
  return service
}

function keep(child: ChildProcess): ChildProcess {
  children.push(child)
  return child
}

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** A log-in of which the service has only the headers; `finish` sends the rest, and gives the status of the answer. */
async function beginLogin(url: string): Promise<{ finish: () => Promise<number | undefined> }> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const login = request(`${url}/api/sites/demo/customer/login`, { method: 'POST', headers })
  login.flushHeaders()
  await once(login, 'continue')
  return {
    async finish() {
      login.end(JSON.stringify({ phone: '5550001', password: 'secret1' }))
      const [answer] = (await once(login, 'response')) as [IncomingMessage]
      answer.resume()
      return answer.statusCode
    },
  }
}

const pathsOf = (html: string, path: RegExp) => [...html.matchAll(path)].map(([found]) => `/${found}`)

async function graphiqlScript(url: string): Promise<string> {
  const page = await (await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } })).text()
  return `/${/graphiql\/\w+\/graphiql\.js/.exec(page)?.[0]}`
}

describe('a service on a bare machine', () => {
  const env = () => ({ DATA_DIR: join(folder, 'data') })

  it('serves the demo store on its first start, and says where to look', async () => {
    const service = await start(env())
    const answer = await fetch(`${service.url}/api/sites/demo/products`)
    const { products } = (await answer.json()) as { products: unknown[] }
    expect(products.length).toBeGreaterThanOrEqual(24)
    const port = new URL(service.url).port
    for (const path of ['/graphql', '/docs', '/api/sites/demo/products']) {
      expect(service.output()).toContain(`http://localhost:${port}${path}`)
    }
    const docs = await (await fetch(`${service.url}/docs`)).text()
    const files = ['/docs/storefront', ...pathsOf(docs, /docs\/assets\/[^"]+/g), await graphiqlScript(service.url)]
    expect(files.length).toBeGreaterThan(4)
    for (const file of files) expect((await fetch(new URL(file, service.url))).status).toBe(200)
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toContain('http_request_duration_seconds_count')
    expect(metrics).toMatch(/^storefront_build_info\{version="\d+\.\d+\.\d+",commit="[^"]*",node="\d+\.\d+\.\d+"\} 1$/m)
    await post(`${service.url}/api/sites/demo/customer/signup`, { name: 'Mira', phone: '5550001', password: 'secret1' })
    expect(await service.stop()).toBe(0)
  })

  it('has what it had before, also after it was killed', async () => {
    const killed = await start(env())
    await killed.stop('SIGKILL')
    const service = await start(env())
    const answer = await post(`${service.url}/api/sites/demo/customer/login`, { phone: '5550001', password: 'secret1' })
    expect(answer.status).toBe(200)
    expect(await service.stop('SIGINT')).toBe(0)
  })

  it('stops in order: not ready first, though it still serves, then what runs is finished, then exit 0', async () => {
    const service = await start({ ...env(), DRAIN_SECONDS: '6' })
    const pages = ['products', 'products?category=Green%20tea', 'products']
    for (const path of pages) await fetch(`${service.url}/api/sites/demo/${path}`)
    // Few: 5 s after it has closed its port the service cuts off what still runs, on a slow machine too.
    const logins = await Promise.all([beginLogin(service.url), beginLogin(service.url)])
    const stopped = service.stop()
    const readiness = () => fetch(`${service.url}/readyz`)
    let ready = await readiness()
    while (ready.status === 200) ready = await readiness()
    expect({ status: ready.status, body: await ready.json() }).toEqual({ status: 503, body: { error: 'Not ready' } })
    for (const path of pages) {
      const { status, headers } = await fetch(`${service.url}/api/sites/demo/${path}`)
      expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'close' })
    }
    expect(await Promise.all(logins.map(({ finish }) => finish()))).toEqual([200, 200])
    expect(await stopped).toBe(0)
  })

  it('stops when it is told to in the very moment in which it begins to serve', { timeout: 180_000 }, async () => {
    const preload = fileURLToPath(new URL('support/stop-when-listening.mjs', import.meta.url))
    const port = String(await freePort())
    const child = keep(storefront(['serve'], { ...env(), PORT: port, NODE_OPTIONS: `--import ${preload}` }))
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('refuses a second process on the same data in one line, and writes a line for each request, without secrets', async () => {
    const service = await start({ ...env(), LOG_LEVEL: 'debug' })
    const second = await runStorefront(['serve'], { ...env(), PORT: '0' })
    expect(second.status).toBe(1)
    expect(second.stderr.trim().split('\n')).toEqual([expect.stringMatching(/in use by process \d+.*DATABASE_URL/)])

    const session = await post(`${service.url}/api/sites/demo/customer/login`, {
      phone: '5550001',
      password: 'secret1',
    })
    const { token } = (await session.json()) as { token: string }
    await fetch(`${service.url}/api/sites/demo/customer/me?x=hidden`, { headers: { authorization: `Bearer ${token}` } })
    await service.stop()
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('"request"'))
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({
        method: 'GET',
        route: '/api/sites/:subdomain/customer/me',
        store: 'demo',
        status: 200,
        requestId: expect.any(String),
      }),
    )
    for (const secret of [token, 'secret1', 'hidden']) expect(service.output()).not.toContain(secret)
  })
})

const npmStart = 'a SIGTERM to `npm start` stops the service and frees its port and data'
it.skipIf(process.platform === 'win32')(npmStart, { timeout: 180_000 }, async () => {
  const project = await checkout(join(folder, 'project'))
  const port = String(await freePort())
  const env = { DATA_DIR: join(folder, 'data'), PORT: port, HOST: '127.0.0.1' }
  const { PATH, HOME } = process.env
  // In a group of its own, so that the test can end whatever npm leaves behind.
  const npm = spawn('npm', ['start'], { cwd: project, env: { PATH, HOME, ...env }, detached: true, stdio: 'ignore' })
  const ended = once(npm, 'exit')
  try {
    while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
      expect(npm.exitCode).toBeNull()
      await wait(100)
    }
    npm.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    // The next one can have both at once.
    const holder = createServer().listen(Number(port), '127.0.0.1')
    await once(holder, 'listening')
    holder.close()
    const next = await start({ DATA_DIR: env.DATA_DIR })
    expect(await next.stop()).toBe(0)
  } finally {
    endGroup(npm)
  }
})

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // There is nobody left in it.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The package as a checkout that has been built, without what takes long: the folder's `npm start` is the real one. */
async function checkout(target: string): Promise<string> {
  await mkdir(join(target, 'scripts'), { recursive: true })
  for (const name of ['package.json', join('scripts', 'storefront.mjs')]) await cp(name, join(target, name))
  for (const name of ['src', 'prisma']) await mkdir(join(target, name))
  await symlink(dirname(inject('commandLine')), join(target, 'dist'))
  return target
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

it('ends at once when the port is taken, and says how to fix it', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = String(typeof address === 'object' && address ? address.port : 0)
  const dataDir = await readyFolder()
  const { status, stderr } = await runStorefront(['serve'], { DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1' })
  await rm(dataDir, { recursive: true, force: true })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/EADDRINUSE.*set PORT/)])
  holder.close()
})

it('names every mistake in the environment in one line, without showing secrets', async () => {
  const { status, stderr } = await runStorefront(['serve'], {
    PORT: 'x',
    DATABASE_URL: 'postgresql://u:topsecret@h/d',
    LOG_LEVEL: 'loud',
    DATA_DIR: folder,
  })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  for (const name of ['PORT', 'SECRETS', 'LOG_LEVEL']) expect(stderr).toContain(name)
  expect(stderr).not.toContain('topsecret')
})

describe('a service on PostgreSQL and Redis', needs(noServer, noRedis), () => {
  let close: () => Promise<void>
  let env: Record<string, string>

  beforeAll(async () => {
    const database = await openEmptyDatabase()
    close = database.close
    const [row] = await database.prisma.$queryRaw<{ name: string }[]>`SELECT current_database()::text AS name`
    const url = new URL(process.env.DATABASE_URL ?? '')
    url.pathname = `/${row?.name}`
    env = { DATABASE_URL: url.href, REDIS_URL: process.env.REDIS_URL ?? '', SECRETS: 's'.repeat(32), DATA_DIR: folder }
  })
  afterAll(() => close())

  it.each(['1', '2'])(
    'refuses to start on an outdated database when it may not migrate, with WORKERS=%s',
    async (WORKERS) => {
      const { status, stderr } = await runStorefront(['serve'], { ...env, WORKERS, MIGRATE: 'false', PORT: '0' })
      expect(status).toBe(1)
      expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/outdated.*storefront migrate/)])
    },
  )

  it('serves all the same, and warns in the log and at /readyz, when its default store is not there', async () => {
    const service = await start({ ...env, DEFAULT_STORE: 'nobody' })
    const warning = expect.stringMatching(/^DEFAULT_STORE is nobody, which does not exist/)
    const ready = await fetch(`${service.url}/readyz`)
    expect(await ready.json()).toEqual({ status: 'ready', warnings: [warning] })
    const lines = service.output().split('\n')
    const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
    expect(logged).toContainEqual(expect.objectContaining({ level: WARN, msg: warning }))
    expect(await service.stop()).toBe(0)
  })

  it('runs several workers, puts their metrics together, and replaces one that dies', async () => {
    const service = await start({ ...env, WORKERS: '2', LOG_LEVEL: 'error' })
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text()
    for (let call = 0; call < 5; call += 1) await fetch(`${service.url}/healthz`)
    expect(await metrics()).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 5/,
    )
    // Counts are added up, once the other worker listens as well; what all workers see alike is not.
    await expect.poll(metrics, { timeout: 60_000 }).toMatch(/^storefront_database_connections_max 20$/m)
    await expect.poll(metrics, { timeout: 60_000 }).toMatch(/^storefront_database_up 1$/m)

    const before = await workersOf(service)
    expect(before).toHaveLength(2)
    process.kill(before[0] ?? 0, 'SIGKILL')
    const started = async () => (await workersOf(service)).filter((pid) => !before.includes(pid))
    await expect.poll(started, { timeout: 60_000, interval: 100 }).toHaveLength(1)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(await service.stop()).toBe(0)
    expect(await workersOf(service)).toEqual([])
  })

  async function workersOf({ process: { pid } }: RunningService): Promise<number[]> {
    const { execFileSync } = await import('node:child_process')
    try {
      return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number)
    } catch {
      return []
    }
  }
})
