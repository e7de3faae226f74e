import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { refusalOf, sendRefusal } from '../../../src/api/http/refusal.ts'
import { createImportRoom, importPlugin } from '../../../src/commerce/catalog/import/import-plugin.ts'
import type { BodyRoom } from '../../../src/platform/limits/body-room.ts'
import { createContexts } from '../../../src/process/contexts.ts'
import { ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

interface Importer {
  subdomain: string
  key: string
}
let open: FastifyInstance[] = []

const shop = await forAllTests(openShop({ limitsOff: true }))
afterEach(async () => {
  await Promise.all(open.map((app) => app.close()))
  open = []
})

async function importer(): Promise<Importer> {
  const store = await shop.addStore()
  const { key } = await ownerOf(shop, store)
  return { subdomain: store.subdomain, key }
}

async function listening(room: BodyRoom): Promise<string> {
  const app = Fastify({ forceCloseConnections: true })
  open.push(app)
  const { ownerContextOf: contextOf } = createContexts(shop.services, { trustProxy: null, defaultStore: null })
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))
  await app.register(importPlugin, { folder: '/:subdomain', room, contextOf })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const fileOf = (name: string) =>
  `slug,name,price\n${Array.from({ length: 120 }, (_, at) => `${name}-${at},${name} ${at},1\n`).join('')}`

async function send(url: string, { subdomain, key }: Importer, name = 'tea', accept = '*/*') {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv', accept }
  const answer = await fetch(`${url}/${subdomain}/products.csv`, { method: 'POST', headers, body: fileOf(name) })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as any }
}

const refused = { status: 503, retryAfter: '1', body: { error: 'The service is busy. Please try again.' } }

/** Notes how many imports work at most, of each store and in all. */
function counting(room: BodyRoom): { room: BodyRoom; most: { all: number; ofOne: number } } {
  const most = { all: 0, ofOne: 0 }
  const working = new Map<string, number>()
  const { acquire, state } = room.work
  const counted: typeof acquire = async (key) => {
    const release = await acquire(key)
    working.set(key, (working.get(key) ?? 0) + 1)
    most.all = Math.max(most.all, state().inUse)
    most.ofOne = Math.max(most.ofOne, ...working.values())
    return () => {
      working.set(key, (working.get(key) ?? 0) - 1)
      release()
    }
  }
  return { room: { ...room, work: { acquire: counted, state } }, most }
}

it('many imports at once all end, two at a time and one of a store', async () => {
  const longestWaitMs = 300_000
  const { room, most } = counting(
    createImportRoom({ arrivals: { perKey: 2, longestWaitMs }, work: { permits: 2, perKey: 1, longestWaitMs } }),
  )
  const url = await listening(room)
  const importers = await Promise.all(Array.from({ length: 8 }, importer))
  const answers = await Promise.all(
    importers.flatMap((each) => [send(url, each, 'tea'), send(url, each, 'cup'), send(url, each, 'pot')]),
  )
  expect(answers.map(({ status, body }) => [status, body.imported, body.added?.length])).toEqual(
    Array.from({ length: 24 }, () => [200, true, 120]),
  )
  expect(most).toEqual({ all: 2, ofOne: 1 })
  expect(room.work.state()).toEqual({ inUse: 0, waiting: 0 })
  expect(room.arrivals.state()).toEqual({ inUse: 0, waiting: 0 })
})

it('what finds no place in time is refused with a time to try again, and nothing is stored', async () => {
  const room = createImportRoom({ work: { permits: 2, perKey: 1, longestWaitMs: 30 } })
  const url = await listening(room)
  const owner = await importer()
  const others = [await room.work.acquire('one'), await room.work.acquire('another')]
  expect(await send(url, owner)).toEqual(refused)
  expect(await send(url, owner, 'tea', 'application/x-ndjson')).toEqual(refused)
  for (const release of others) release()
  expect(await send(url, owner)).toMatchObject({ status: 200, body: { imported: true, unchanged: [] } })
})

it('files that are still sent count for their store alone, until they are there or their sender has gone', async () => {
  const room = createImportRoom({ arrivals: { perKey: 2, longestWaitMs: 50 } })
  const url = await listening(room)
  const [slow, quick] = [await importer(), await importer()]
  const begun = async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      `POST /${slow.subdomain}/products.csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slow.key}\r\n` +
        'Content-Type: text/csv\r\nContent-Length: 1000\r\n\r\nslug',
    )
    return socket
  }
  const sockets = [await begun(), await begun()]
  await expect.poll(() => room.arrivals.state().inUse).toBe(2)
  expect(await send(url, slow)).toEqual(refused)
  expect(await send(url, quick)).toMatchObject({ status: 200 })
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => room.arrivals.state().inUse).toBe(0)
  expect(await send(url, slow)).toMatchObject({ status: 200 })
})

it('files that wait give way when they fill the memory', async () => {
  const room = createImportRoom({ maxBytes: 10 })
  expect(await send(await listening(room), await importer())).toEqual(refused)
  expect(room.work.state()).toEqual({ inUse: 0, waiting: 0 })
})
