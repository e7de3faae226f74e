import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, it, vi } from 'vitest'
import type { ConnectionLimits } from '../../src/api/http/connection-limits.ts'
import { createServer } from '../../src/process/server.ts'
import { forAllTests, openShop } from '../support/shop.ts'

/** More than the kernel takes for a client that does not read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x')

const shop = await forAllTests(openShop({ policies: { lead: { points: 1_000, seconds: 60 } } }))
const subdomain = (await shop.addStore({ products: [{ slug: 'assam', name: 'Assam', price: 499 }] })).subdomain

/** One more server for the shop, on a port of its own, with a page that is too large to be taken at once. */
async function listening(connections: Partial<ConnectionLimits> = {}) {
  const app = await createServer({
    services: shop.services,
    config: { trustProxy: { hops: 1 }, defaultStore: null, graphiql: true, metrics: false },
    isReady: async () => true,
    connections,
  })
  app.get('/large', (_request, reply) => reply.type('text/plain').send(LARGE))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url, port: Number(new URL(url).port) }
}

async function stop(app: FastifyInstance, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy()
  app.server.closeAllConnections()
  await app.close()
}

const connectionsAre = (app: FastifyInstance, count: number) =>
  vi.waitUntil(() => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open === count))), {
    timeout: 20_000,
  })

/** A client that sends this much, and then neither sends nor reads. */
async function silent(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

const halfHeaders = 'POST /api/sites/x/lead HTTP/1.1\r\nHost: x\r\nX-Half: '
const halfBody = () =>
  `POST /api/sites/${subdomain}/lead HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"name":`
const untaken = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n'

it('200 slow sockets do not stop other clients', async () => {
  const { app, url, port } = await listening()
  const kinds = [halfHeaders, halfBody(), untaken, '']
  const sockets = await Promise.all(Array.from({ length: 200 }, (_, at) => silent(port, kinds[at % 4] ?? '')))
  await connectionsAre(app, 200)

  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const headers = { 'x-forwarded-for': `203.0.113.${at}` }
      const answer = await fetch(`${url}/api/sites/${subdomain}/products`, { headers })
      return { status: answer.status, body: await answer.json() }
    }),
  )
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { products: [{ name: 'Assam' }] } })
  await stop(app, sockets)
})

it.each([
  ['headers that do not end', () => halfHeaders, /^HTTP\/1.1 408 .*"error":"Request took too long to arrive"/s],
  ['a body that does not end', halfBody, /^HTTP\/1.1 408 /],
  ['nothing after the connection', () => '', /^HTTP\/1.1 408 /],
])('%s is cut off, and told why', async (_, bytes, answer) => {
  const { app, port } = await listening({ headersTime: 300, requestTime: 300, checkEvery: 50 })
  const socket = await silent(port, bytes())
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'close')
  expect(received).toMatch(answer)
  await stop(app, [])
})

it('an answer that the client does not take is cut off', async () => {
  const { app, url, port } = await listening({ answerTime: 300 })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => silent(port, untaken)))
  await connectionsAre(app, 0)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await stop(app, sockets)
})

it('connections beyond the limit are closed, the others served', async () => {
  const { app, url, port } = await listening({ connections: 5 })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => silent(port, halfHeaders)))
  const beyond = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(beyond, 'close')
  for (const socket of sockets.splice(0, 2)) {
    socket.destroy()
    await once(socket, 'close')
  }
  let status = 0
  // The server hears of the closed ones a moment later.
  while (status === 0)
    status = await fetch(`${url}/healthz`).then(
      (answer) => answer.status,
      () => 0,
    )
  expect(status).toBe(200)
  await stop(app, sockets)
})
