import { ownAddress } from '../support/addresses.ts'
import type { Shop } from '../support/shop.ts'

/** Sent by browsers with what a page of the same host asks for. */
export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

export interface Reply {
  status: number
  headers: Record<string, any>
  body: any
  text: string
}

/** What browsers do about cookies, over plain http or behind a proxy that speaks https. */
export interface Browser {
  cookies: Map<string, string>
  logIn(store: string, key: string): Promise<Reply>
  sessions(): Promise<Reply>
  logOut(store: string, everywhere?: boolean): Promise<Reply>
  graphql(store: string, query: string, variables?: object): Promise<Reply>
  get(path: string): Promise<Reply>
  send(method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS', url: string, payload?: unknown, more?: object): Promise<Reply>
}

interface Options {
  /** One for all requests; otherwise limits stay out of the way. */
  ip?: string
  secure?: boolean
  /** In place of what a page of the same host sends. */
  headers?: Record<string, string>
}

export function browserOf(shop: Shop, { ip, secure = false, headers = SAME_ORIGIN }: Options = {}): Browser {
  const cookies = new Map<string, string>()
  const send: Browser['send'] = async (method, url, payload, more = {}) => {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const answer = await shop.app.inject({
      method,
      url,
      headers: {
        'x-forwarded-for': ip ?? ownAddress(),
        ...(secure && { 'x-forwarded-proto': 'https' }),
        ...(cookie && { cookie }),
        ...headers,
        ...(payload !== undefined && !Buffer.isBuffer(payload) && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(payload !== undefined && { payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload) }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    const isJson = /json/.test(String(answer.headers['content-type']))
    const text = answer.payload
    return { status: answer.statusCode, headers: answer.headers, text, body: isJson ? answer.json() : text }
  }
  return {
    cookies,
    send,
    logIn: (store, key) => send('POST', '/api/console/sessions', { store, key }),
    sessions: () => send('GET', '/api/console/sessions'),
    logOut: (store, everywhere = false) =>
      send('DELETE', `/api/console/sites/${store}/session${everywhere ? '?everywhere=true' : ''}`),
    graphql: (store, query, variables = {}) =>
      send('POST', `/api/console/sites/${store}/graphql`, { query, variables }),
    get: (path) => send('GET', path),
  }
}
