import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createLateness, shedLoad } from '../../src/api/http/load-shedding.ts'

const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

describe('a process is late', () => {
  it.each([
    [[], false],
    [[99], false],
    [[101], false],
    [[101, 101], true],
    [[101, 0, 101], false],
    [[101, 101, 5_000], true],
    [[101, 101, 100], false],
    [[101, 101, 0, 101], false],
  ])('after samples of %j ms: %s', (samples, late) => {
    const lateness = createLateness(100)
    for (const delay of samples) lateness.sample(delay)
    expect(lateness.isLate()).toBe(late)
  })
})

describe('a server that sheds load', () => {
  const servers: FastifyInstance[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })

  async function open() {
    const log: string[] = []
    const handled: string[] = []
    const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => log.push(line) } } })
    servers.push(app)
    shedLoad(app, { maxDelayMs: 1_000, sampleEveryMs: 500 })
    app.addHook('onRequest', async ({ url }) => {
      handled.push(url)
    })
    // As the service has: until it has run, nothing but the refusal itself says that there is an answer.
    app.addHook('onSend', async (_request, _reply, payload) => {
      await nextTurn()
      return payload
    })
    for (const url of ['/work', '/healthz']) app.get(url, async () => ({ done: true }))
    return { app, log, handled, listen: () => app.listen({ port: 0, host: '127.0.0.1' }) }
  }

  it('refuses nobody because its start took long, nor because of one long piece of work', async () => {
    const { app, listen } = await open()
    await app.ready()
    block(1_500)
    await listen()
    const statuses = new Set<number>()
    const ask = async () => {
      for (let call = 0; call < 15; call += 1) {
        statuses.add((await app.inject('/work')).statusCode)
        await wait(20)
      }
    }
    await ask()
    block(1_500)
    await ask()
    expect([...statuses]).toEqual([200])
  })

  it('stops the work that it refuses, as long as it is late', async () => {
    const { app, log, handled, listen } = await open()
    await listen()
    for (let turn = 0; turn < 3; turn += 1) {
      block(1_500)
      await nextTurn()
    }
    const refused = await app.inject('/work')
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json()).toEqual({ error: 'The service is busy. Please try again.' })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect(handled).toEqual(['/healthz'])
    expect(log).toEqual([])

    // It has come round once a sample is on time.
    while ((await app.inject('/work')).statusCode === 503) await wait(50)
  })
})
