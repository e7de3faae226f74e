import type { Method } from '../../src/rest/route.ts'
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
  const response = await shop.app.inject({
    method,
    url,
    headers: { ...headersOf(caller), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
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
