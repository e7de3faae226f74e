import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cases } from '../support/chance.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { FUZZ_TIMEOUT_MS, jsonOf, openFuzzedShop } from './fuzzed-shop.ts'

const fuzzed = await forAllTests(openFuzzedShop())
const { app } = fuzzed.shop
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
const port = typeof address === 'object' && address ? address.port : 0

/** All that the server sends for these bytes, after which nothing more comes from here. */
async function exchange(bytes: Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    answer += chunk
  })
  // A server that has heard enough may cut the rest off.
  socket.on('error', () => {})
  socket.end(bytes)
  await once(socket, 'close')
  return answer
}

const body = '{"phone":"1","password":"secret-1"}'
const text = fc.constantFrom(
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'Content-Type',
  'Connection',
  'Expect',
  'Upgrade',
  'Trailer',
  'Accept',
)
const headers = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...[
        'Content-Length: -1',
        'Content-Length: 1e3',
        'Content-Length: 99999999999999999999',
        'Content-Length: 5, 6',
        'Content-Length: 0x10',
      ],
      ...[
        'Content-Length: 35',
        'Content-Length: 3',
        'Content-Length: 300',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: gzip, chunked',
        'Transfer-Encoding: chunked, x',
      ],
      ...[
        'Transfer-Encoding : chunked',
        ' folded: x',
        'NoColon',
        ': empty',
        'A\0B: c',
        'A: b\0c',
        'Ä: ö',
        'A: \xff\x01',
        'A:\rb',
        'Connection: close, x',
        'Connection: upgrade',
      ],
      ...[
        'Upgrade: h2c',
        'Upgrade: websocket',
        'Expect: 100-continue',
        'Expect: nothing',
        'Host: a\r\nHost: b',
        'Host: ',
        'Accept: */*',
        'Content-Type: application/json',
      ],
      `X: ${'x'.repeat(20_000)}`,
      `${'X'.repeat(20_000)}: x`,
      Array.from({ length: 2_500 }, (_, index) => `X${index}: 1`).join('\r\n'),
    ),
    fc.tuple(text, fc.string({ maxLength: 12 })).map(([name, value]) => `${name}: ${value}`),
  ),
  { maxLength: 4 },
)
const requestLine = fc.oneof(
  fc.constantFrom(
    ...[
      'POST {path} HTTP/1.1',
      'POST {path} HTTP/1.0',
      'GET {path} HTTP/1.1',
      'DELETE {path} HTTP/1.1',
      'TRACE {path} HTTP/1.1',
      'CONNECT {path} HTTP/1.1',
      'PROPFIND {path} HTTP/1.1',
    ],
    ...[
      'post {path} HTTP/1.1',
      'FOO {path} HTTP/1.1',
      '{path}',
      'POST {path}',
      'POST {path} HTTP/9.9',
      'POST {path} HTTP/2.0',
      'POST {path} FTP/1.1',
      'POST  {path}  HTTP/1.1',
      'POST {path}\x80 HTTP/1.1',
    ],
    ...[
      'GET /\0 HTTP/1.1',
      'GET * HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'GET http://[::1 HTTP/1.1',
      'GET http://evil.example/ HTTP/1.1',
      'GET //evil.example/%2e%2e HTTP/1.1',
      'GET ?# HTTP/1.1',
      'GET /../../x HTTP/1.1',
    ],
    'PRI * HTTP/2.0\r\n\r\nSM',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    `GET /${'x'.repeat(20_000)} HTTP/1.1`,
  ),
  fc.string({ maxLength: 30 }),
)
const payload = fc.constantFrom(
  '',
  body,
  'x',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  'ffffffffffffffffff\r\nx',
  '5\r\nhel',
  '-1\r\n',
  '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  '1;x="\r\n',
  '\0'.repeat(100),
)
const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r')

const request = fc.oneof(
  fc
    .tuple(requestLine, headers, payload, lineEnd)
    .map(([line, headers, payload, end]) => [line, 'Host: localhost', ...headers, '', payload].join(end)),
  fc
    .tuple(headers, payload)
    .map(([headers, payload]) => ['POST {path} HTTP/1.1', 'Host: localhost', ...headers, '', payload].join('\r\n')),
)

it('answers what is no HTTP with JSON and an error, or with nothing', { timeout: FUZZ_TIMEOUT_MS }, async () => {
  const path = `/api/sites/${fuzzed.store.subdomain}/customer/login`
  const property = fc.asyncProperty(request, async (bytes) => {
    const answer = await exchange(Buffer.from(bytes.replaceAll('{path}', path), 'latin1'))
    const first = answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
    if (first === '') return
    const [, status, head = '', payload = ''] = /^HTTP\/1\.1 (\d{3}) .*?\r\n(.*?)\r\n\r\n(.*)/s.exec(first) ?? []
    const type = /^content-type: (.*)$/im.exec(head)?.[1]
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? payload.length)
    // The pages for people; all else is JSON.
    if (status === '200' && type?.startsWith('text/html')) return
    if (status === '204') return
    const json = jsonOf({
      statusCode: Number(status),
      headers: { 'content-type': type },
      payload: payload.slice(0, length),
    })
    if (Number(status) >= 400) expect(json).toEqual({ error: expect.any(String) })
  })
  await fc.assert(property, { numRuns: cases(100, 500) })
  await fuzzed.sells()
})
