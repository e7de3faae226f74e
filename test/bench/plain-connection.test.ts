import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { PlainConnection } from '../../bench/load/plain-connection.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { listenOnLoopback } from '../support/loopback.ts'

const paths: Record<string, (response: ServerResponse, sent: string) => void> = {
  '/echo': (response, sent) => response.end(sent),
  '/in-pieces': (response) => {
    response.setHeader('Content-Length', Buffer.byteLength('one, ₹wo'))
    response.write(Buffer.from('one, ₹wo').subarray(0, 6))
    setTimeout(() => response.end(Buffer.from('one, ₹wo').subarray(6)), 20)
  },
  '/refused': (response) => {
    response.statusCode = 503
    response.end('busy')
  },
  '/without-length': (response) => {
    response.write('never read')
    response.end()
  },
  '/broken': (response) => response.destroy(),
}

const server = createServer(async (request, response) => {
  const body = await text(request)
  paths[request.url ?? '']?.(response, `${request.headers['x-forwarded-for']} ${body}`)
})

const { url } = await forAllTests(listenOnLoopback(server))

it('takes one answer after the other, also in pieces', async () => {
  const connection = await PlainConnection.open(url)
  expect(await connection.post('/echo', '{"a":"₹1"}', '10.0.0.1')).toBe('10.0.0.1 {"a":"₹1"}')
  expect(await connection.post('/in-pieces', '', '10.0.0.1')).toBe('one, ₹wo')
  expect(await connection.post('/refused', '', '10.0.0.1')).toBeNull()
  expect(await connection.post('/echo', 'again', '10.0.0.2')).toBe('10.0.0.2 again')
  expect(connection.isClosed).toBe(false)
  connection.close()
  expect(await connection.post('/echo', 'late', '10.0.0.2')).toBeNull()
})

it.each(['/broken', '/without-length'])('is closed by an answer that it cannot take: %s', async (path) => {
  const connection = await PlainConnection.open(url)
  expect(await connection.post(path, '', '10.0.0.1')).toBeNull()
  expect(connection.isClosed).toBe(true)
})
