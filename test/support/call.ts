import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { EVENT_STREAM } from '../../src/api/http/event-stream.ts'
import type { Method } from '../../src/api/rest/route.ts'
import { expectDocumented } from './documented-status.ts'
import type { Shop } from './shop.ts'

/** What a call came to: the data, or the error as REST words it. */
export type Outcome = { data: any } | { status: number; error: string; retryAfter?: number }

export interface Caller {
  token?: string | undefined
  /** The client's address; one of its own for every call when left out, so that limits stay out of the way. */
  ip?: string | undefined
  headers?: Record<string, string>
}

let lastAddress = 0
const freshAddress = () => {
  lastAddress += 1
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}

function headersOf({ token, ip, headers }: Caller): Record<string, string> {
  return {
    'x-forwarded-for': ip ?? freshAddress(),
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  }
}

export async function rest(shop: Shop, method: Method, url: string, body?: unknown, caller: Caller = {}) {
  const request = {
    method,
    url,
    headers: { ...headersOf(caller), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  }
  if (isForEvents(request)) {
    const { text, ...answer } = await firstEvent(shop, request)
    return { ...answer, body: JSON.parse(text) }
  }
  const response = await shop.app.inject(request)
  expectDocumented(method, url, response.statusCode)
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

export const isForEvents = ({ url, headers }: { url: string; headers: Record<string, string> }) =>
  headers.accept === EVENT_STREAM || /\/events(\?|$)/.test(url)

/** What the first event of a stream says, after which the caller leaves; or what is answered instead. */
export async function firstEvent(shop: Shop, request: InjectOptions) {
  const response = await shop.app.inject({ ...request, payloadAsStream: true })
  const { statusCode: status, headers } = response
  const isStream = headers['content-type'] === EVENT_STREAM
  const text = await (isStream ? firstData(response.stream()) : textOf(response.stream()))
  return { status, headers, text }
}

/** The data of the first event, after which it leaves. */
async function firstData(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += chunk
    const data = /^data: (.*)\n\n/m.exec(text)?.[1]
    if (data) return data
  }
  throw new Error(`The stream has ended: ${text}`)
}

export async function graphql(
  shop: Shop,
  subdomain: string,
  query: string,
  variables: object = {},
  caller: Caller = {},
) {
  const response = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${subdomain}/graphql`,
    headers: { ...headersOf(caller), 'content-type': 'application/json' },
    payload: JSON.stringify({ query, variables }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
