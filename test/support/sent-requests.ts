import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { ownAddress } from './addresses.ts'

// Requests over a real socket, where cached responses are sent before the framework sees the request.

export interface Sent {
  method?: string
  headers?: Record<string, string>
  query?: string
  /** The port, when it is another server's. */
  to?: number
}

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** Whether the framework has seen the request. */
  slow: boolean
}

/** A request with it goes to the framework, which answers as if it were without the key. */
export const slowly = { 'x-store-key': 'of nobody' }

/** Sends requests to the server at the port, each from an address of its own, and counts those that the framework sees. */
export function openSender(port: number) {
  let handled = 0
  const count = () => {
    handled += 1
  }
  subscribe('tracing:fastify.request.handler:start', count)
  const agent = new Agent({ keepAlive: true })

  async function send(path: string, { method, headers = {}, query, to = port }: Sent = {}): Promise<Got> {
    const before = handled
    const json = query === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request({
      ...{ port: to, path, method: method ?? (query === undefined ? 'GET' : 'POST'), agent },
      headers: { 'x-forwarded-for': ownAddress(), ...json, ...headers },
    })
    sent.end(query === undefined ? undefined : JSON.stringify({ query }))
    const [answer] = await once(sent, 'response')
    const body = await buffer(answer)
    return { status: answer.statusCode, headers: answer.headers, body, slow: handled > before }
  }

  return {
    send,
    disconnect: () => agent.destroy(),
    close() {
      agent.destroy()
      unsubscribe('tracing:fastify.request.handler:start', count)
    },
  }
}

export const listen = async (app: FastifyInstance): Promise<number> =>
  Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)

export const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

export const decoded = ({ body, headers }: Got): string =>
  (decoders[headers['content-encoding'] ?? ''] ?? String)(body).toString()

/** Headers that an answer with the tag may be asked with, by what they mean. */
export const conditions: [string, (etag: string) => Record<string, string>][] = [
  ['as it comes', () => ({})],
  ['its tag', (etag) => ({ 'if-none-match': etag })],
  ['its tag, weak, in a list', (etag) => ({ 'if-none-match': `"other", W/${etag}` })],
  ['any tag', () => ({ 'if-none-match': '*' })],
  ['another tag', () => ({ 'if-none-match': '"other"' })],
  ['a part', () => ({ range: 'bytes=0-9' })],
  ['from another page', () => ({ origin: 'https://tea.example' })],
  ['a customer’s token', () => ({ authorization: 'Bearer of-nobody', 'x-access-token': 'of-nobody' })],
  ['an id of its own', () => ({ 'x-request-id': 'mine' })],
]
export const encodings = ['', 'br', 'gzip', 'identity;q=1, *;q=0']

/** An answer without what may differ between two that are the same. */
export function comparable({ status, headers, body }: Got) {
  const { date: _, 'x-request-id': id, ratelimit, 'content-length': length, ...rest } = headers
  expect(id).toMatch(/./)
  // A 304 of the framework says that a HEAD has no length.
  const same = status === 304 ? rest : { ...rest, 'content-length': length }
  return {
    status,
    headers: { ...same, ratelimit: String(ratelimit).replace(/t=\d+/g, '') },
    body: body.toString('base64'),
  }
}
