import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { createEventStreams } from '../../src/api/http/event-stream.ts'
import { createListener } from '../../src/commerce/orders/watch/listener.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server whose one path sends what the listener receives. */
async function openServer(heartbeatEvery: number) {
  const streams = createEventStreams({ heartbeatEvery })
  const onEnd = vi.fn()
  const listener = createListener<string>({ onEnd })
  const app = Fastify()
  app.get('/', (_, reply) =>
    streams.send(reply, {
      source: listener,
      eventOf: (data) => ({ event: 'changed', data }),
      farewell: () => ({ event: 'end', data: '{}' }),
    }),
  )
  app.addHook('preClose', async () => streams.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  closing.push(() => app.close())
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  closing.unshift(async () => socket.destroy())
  await vi.waitFor(() => expect(text).toContain('retry: 2000'), 60_000)
  return { app, listener, onEnd, socket, text: () => text }
}

it('a client who reads nothing is dropped, and what it was not sent is given up', async () => {
  const { listener, onEnd, socket } = await openServer(50)
  socket.pause()
  const large = 'x'.repeat(8 * 1024 * 1024)
  listener.emit(large)
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce(), 5_000)
  expect((await listener.next()).done).toBe(true)
})

it('a client who reads is sent signs of life, and stays', async () => {
  const { text, onEnd, listener } = await openServer(20)
  await vi.waitFor(() => expect(text().split('\n:\n').length).toBeGreaterThan(4), 60_000)
  listener.emit('news')
  await vi.waitFor(() => expect(text()).toContain('event: changed\ndata: news\n\n'), 60_000)
  expect(onEnd).not.toHaveBeenCalled()
})

it('a reader who falls too far behind is sent what came before, and nothing more', async () => {
  const onEnd = vi.fn()
  const listener = createListener<number>({ maxUnread: 2, onEnd })
  for (const value of [1, 2]) listener.emit(value)
  expect(onEnd).not.toHaveBeenCalled()
  listener.emit(3)
  expect(onEnd).toHaveBeenCalledOnce()
  expect(await Promise.all([listener.next(), listener.next(), listener.next()])).toEqual([
    { done: false, value: 1 },
    { done: false, value: 2 },
    { done: true, value: undefined },
  ])
})

it('who is slow is sent the last of what has changed meanwhile', async () => {
  const listener = createListener<number>({ onEnd() {} })
  for (const value of [1, 2, 3]) listener.emit(value)
  expect(await listener.next()).toEqual({ done: false, value: 3 })
  listener.emit(4)
  listener.end()
  expect(await listener.next()).toEqual({ done: false, value: 4 })
  expect(await listener.next()).toEqual({ done: true, value: undefined })
})

it('a server that closes says farewell, and waits for nobody', async () => {
  const { app, socket, text } = await openServer(60_000)
  const ended = once(socket, 'close')
  const startedAt = performance.now()
  await app.close()
  await ended
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(text()).toContain('event: end\ndata: {}\n\n')
})

it('who leaves is sent nothing more', async () => {
  const { socket, onEnd } = await openServer(60_000)
  socket.destroy()
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce(), 60_000)
})
