import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exchange } from '../../src/platform/network/exchange.ts'
import { listenOnLoopback } from '../support/loopback.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, at: number) => void

/** A service, and what reached it: each request with the number of its connection. */
async function serviceOf(handle: Handler) {
  const connections = new Map<Socket, number>()
  const received: { connection: number | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ connection: connections.get(request.socket), body: await text(request) })
    handle(request, response, received.length)
  })
  server.on('connection', (socket) => connections.set(socket, connections.size + 1))
  const { url, close } = await listenOnLoopback(server)
  onTestFinished(close)
  return { url, received }
}

const post = (url: string, body = '{}', signal = AbortSignal.timeout(60_000)) =>
  exchange(url, { method: 'POST', headers: {}, body, maxAnswerBytes: 1_000, signal })

describe('a request on a connection that was idle', () => {
  it('is sent once more, on a new one, when it breaks before a byte of the answer', async () => {
    const { url, received } = await serviceOf((request, response, at) =>
      at === 2 ? request.socket.destroy() : response.end(`${at}`),
    )
    expect(await post(url, 'first')).toEqual({ status: 200, text: '1' })
    expect(await post(url, 'second')).toEqual({ status: 200, text: '3' })
    expect(received).toEqual([
      { connection: 1, body: 'first' },
      { connection: 1, body: 'second' },
      { connection: 2, body: 'second' },
    ])
  })

  it('is not sent a third time', async () => {
    const { url, received } = await serviceOf((request, response, at) =>
      at > 1 ? request.socket.destroy() : response.end(),
    )
    await post(url)
    await expect(post(url)).rejects.toMatchObject({ stage: 'lost', code: 'ECONNRESET' })
    expect(received).toHaveLength(3)
  })

  it.each(['HTTP/1.1 2', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbroken'])(
    'is not sent again once the answer has begun: %j',
    async (begun) => {
      const { url, received } = await serviceOf((request, response, at) =>
        at === 1 ? response.end() : request.socket.end(begun),
      )
      await post(url)
      await expect(post(url)).rejects.toMatchObject({ stage: 'lost' })
      expect(received).toHaveLength(2)
    },
  )

  it('is not sent again when it takes too long', async () => {
    const { url, received } = await serviceOf((_, response, at) => (at === 1 ? response.end() : undefined))
    await post(url)
    const given = new AbortController()
    const waiting = post(url, '{}', given.signal)
    while (received.length < 2) await new Promise(setImmediate)
    given.abort(new Error('Too long'))
    await expect(waiting).rejects.toThrow('Too long')
    expect(received).toHaveLength(2)
  })
})

it('a request whose new connection breaks is not sent again', async () => {
  const { url, received } = await serviceOf((request) => request.socket.destroy())
  await expect(post(url)).rejects.toMatchObject({ stage: 'lost' })
  expect(received).toHaveLength(1)
})

it('a request that nobody listens to was not sent', async () => {
  const server = createSocketServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a server that listens on TCP has one
  server.close()
  await once(server, 'close')
  await expect(post(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ stage: 'unsent', code: 'ECONNREFUSED' })
  await expect(post('http://service.invalid')).rejects.toMatchObject({ stage: 'unsent' })
})

it('an answer that is too long is not read to its end, and a redirect is not followed', async () => {
  const { url } = await serviceOf((_, response) => response.writeHead(307, { location: '/' }).end('x'.repeat(2_000)))
  await expect(post(url)).rejects.toMatchObject({ stage: 'endless', status: 307 })
})
