import type { IncomingHttpHeaders } from 'node:http'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { DAY_SECONDS } from '../../../../platform/time.ts'
import { cookieOf, type ShopCookie } from './cookies.ts'
import { decodePlace, encodePlace, type Place } from './place.ts'

const COOKIE_DAYS = 30
const MOST_ORDERS = 8
export const MOST_NOTICES = 5
/** Characters. */
export const MOST_ADDRESS = 200

/** An order that this browser has placed or looked up. */
export type KnownOrder = z.infer<typeof knownOrder>

const knownOrder = z.object({
  orderNo: z.string().max(100),
  /** The last 4 digits of the buyer's number. */
  phone: z.string().max(20),
  /** What the payment provider's widget needs; of orders that this browser has placed. */
  payment: z.object({ providerOrderId: z.string().max(255), keyId: z.string().max(255) }).optional(),
  /** Of a guest who has ordered here: others see a part of it. */
  address: z.string().max(MOST_ADDRESS).optional(),
  /** What was ordered otherwise than the cart said. */
  notices: z.array(z.string()).max(MOST_NOTICES).optional(),
})

/** As cookies name them; none of it is checked. */
export interface Visitor {
  cartId: string | null
  isLoggedIn: boolean
  /** The last 4 digits of the customer's number. */
  phone: string | null
  /** The latest first. */
  orders: readonly KnownOrder[]
  /** Where to deliver. */
  place: Place | null
  /** Sealed: what was typed at the checkout before a log-in. */
  typed: string | null
  /** A cart was named, but is not there any more. */
  hasLostCart: boolean
}

/** Tokens, which no page is shown. */
export interface VisitorTokens {
  customer: string | undefined
  access: string | undefined
  preview: string | undefined
}

/** What an answer changes; null forgets. */
export interface VisitorChange {
  access?: { token: string; expiresAt: Date }
  preview?: { token: string; expiresAt: Date }
  customer?: { token: string; phone: string } | null
  cartId?: string | null
  order?: KnownOrder
  place?: Place | null
  /** Sealed; null is sent only where there is something to forget. */
  typed?: { sealed: string; expiresAt: Date } | null
  /** Forgets all orders. */
  orders?: null
}

export function visitorOf(
  headers: IncomingHttpHeaders,
  subdomain: string,
  baseUrl: string,
): { visitor: Visitor; tokens: VisitorTokens } {
  const read = (name: ShopCookie['name']) => cookieOf(headers, name, subdomain, baseUrl)
  const [token, phone = ''] = read('customer')?.split('~') ?? []
  return {
    visitor: {
      cartId: read('cart') ?? null,
      isLoggedIn: token !== undefined,
      phone: phone || null,
      orders: decodeOrders(read('orders')),
      place: decodePlace(read('place')),
      typed: read('typed') ?? null,
      hasLostCart: false,
    },
    tokens: { customer: token, access: read('access'), preview: read('preview') },
  }
}

export function visitorCookies(change: VisitorChange, visitor: Visitor): ShopCookie[] {
  const cookies: ShopCookie[] = []
  const soon = new Date(Date.now() + COOKIE_DAYS * DAY_SECONDS * 1000)
  if (change.access) cookies.push({ name: 'access', value: change.access.token, expiresAt: change.access.expiresAt })
  if (change.preview)
    cookies.push({ name: 'preview', value: change.preview.token, expiresAt: change.preview.expiresAt })
  if (change.cartId !== undefined) cookies.push(cookieFor('cart', change.cartId, soon))
  if (change.place !== undefined) cookies.push(cookieFor('place', change.place && encodePlace(change.place), soon))
  if (change.typed) cookies.push(cookieFor('typed', change.typed.sealed, change.typed.expiresAt))
  if (change.typed === null && visitor.typed !== null) cookies.push(cookieFor('typed', null, soon))
  if (change.customer === null) cookies.push(cookieFor('customer', null, soon))
  if (change.customer) {
    const { token, phone } = change.customer
    cookies.push(cookieFor('customer', `${token}~${lastDigits(phone)}`, endOf(token) ?? soon))
  }
  if (change.orders === null) cookies.push(cookieFor('orders', null, soon))
  if (change.order) {
    const { order } = change
    const others = visitor.orders
      .filter(({ orderNo }) => orderNo !== order.orderNo)
      .map(({ notices, address, ...known }) => known) // A cookie has 4 KB.
    cookies.push(cookieFor('orders', encodeOrders([order, ...others].slice(0, MOST_ORDERS)), soon))
  }
  return cookies
}

const cookieFor = (name: ShopCookie['name'], value: string | null, expiresAt: Date): ShopCookie =>
  value === null ? { name, value: '', expiresAt: new Date(0) } : { name, value, expiresAt }

function endOf(token: string): Date | null {
  const { exp } = decodeJwt(token)
  return exp === undefined ? null : new Date(exp * 1000)
}

/** Of an order that this browser knows, else of the customer who is logged in; null when neither is there. */
export const phoneFor = (orderNo: string, { orders, phone }: Visitor): string | null =>
  orders.find((known) => known.orderNo === orderNo)?.phone ?? phone

/** In every script's digits. */
export const lastDigits = (phone: string): string => phone.replace(/\P{Nd}/gu, '').slice(-4)

const encodeOrders = (orders: readonly KnownOrder[]): string =>
  Buffer.from(JSON.stringify(orders)).toString('base64url')

function decodeOrders(text: string | undefined): KnownOrder[] {
  if (text === undefined) return []
  try {
    return z
      .array(knownOrder)
      .max(MOST_ORDERS)
      .parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return []
  }
}
