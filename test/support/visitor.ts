import { ownAddress } from './addresses.ts'
import { newPhone } from './phones.ts'
import type { Shop } from './shop.ts'

export interface Answer {
  status: number
  body: string
  headers: Record<string, unknown>
  /** Where it leads to, without the shop's prefix; null for a page. */
  to: string | null
}

/** Somebody's browser in a store's shop: it keeps cookies, and its forms are the shop's own. */
export function visitorOf(shop: Shop, subdomain: string, ip = ownAddress()) {
  const prefix = `/shop/${subdomain}`
  const cookies = new Map<string, string>()

  async function send(
    method: 'GET' | 'POST',
    path: string,
    fields?: Record<string, string>,
    more = {},
  ): Promise<Answer> {
    const answer = await shop.app.inject({
      ...{ method, url: prefix + path },
      headers: {
        ...{ host: 'shop.example', accept: 'text/html', 'x-forwarded-for': ip, 'sec-fetch-site': 'same-origin' },
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...more,
      },
      ...(fields && { payload: new URLSearchParams(fields).toString() }),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const { location } = answer.headers
    const to = location === undefined ? null : String(location).replace(prefix, '')
    return { status: answer.statusCode, body: answer.body, headers: answer.headers, to }
  }

  return {
    cookies,
    /** Of the shop's cookie with this name. */
    cookie: (name: string) => cookies.get(`shop-${name}-${subdomain}`) ?? null,
    get: (path: string, headers = {}) => send('GET', path, undefined, headers),
    post: (path: string, fields: Record<string, string> = {}, headers = {}) => send('POST', path, fields, headers),
  }
}

export type ShopVisitor = ReturnType<typeof visitorOf>

export const PASSWORD = 'a long password'

/** Signed up and logged in. */
export async function customerOf(shop: Shop, subdomain: string, more: Record<string, string> = {}) {
  const visitor = visitorOf(shop, subdomain)
  const phone = newPhone()
  await visitor.post('/sign-up', { name: 'Asha Rao', phone, password: PASSWORD, ...more })
  return { ...visitor, phone }
}
