import fc from 'fast-check'
import type { Method } from '../../src/api/rest/route.ts'
import { mangled, mangledText } from './mangle.ts'
import { oddHeader, oddText, written } from './odd-values.ts'
import { type Known, rightValue, type Shape } from './shape.ts'

export interface Request {
  method: Method | 'PUT'
  url: string
  headers: Headers
  payload?: string | Buffer
}

type Headers = Record<string, string>

export interface Operation {
  method: Method
  /** With `:names`, whose values are known or odd. */
  path: string
  body?: Shape | undefined
  query?: Shape | undefined
  takesForms?: boolean
  /** Headers that let a right request in. */
  headers?: Record<string, string>
  /** What a right body needs beside it. */
  sign?: (body: string | Buffer) => Record<string, string>
}

const contentTypes = [
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=utf-16',
    'application/json; charset="',
    'application/json;;',
    'application/json; x=\xff',
  ],
  ...[
    'text/plain',
    'application/xml',
    'application/graphql',
    'application/ld+json',
    '*/*',
    'json',
    '',
    ';',
    'application/',
    '/',
    'application/json, text/html',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-16',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary="',
  ],
]

const oddHeaderValues: Record<string, fc.Arbitrary<string>> = {
  authorization: oddHeader,
  'idempotency-key': oddHeader,
  'x-access-token': oddHeader,
  'x-store-key': fc.oneof(oddHeader, fc.constant(`sk_${'A'.repeat(43)}`)),
  'x-buyer-ip': oddHeader,
  'x-forwarded-for': oddHeader,
  'x-request-id': oddHeader,
  'x-store': oddHeader,
  accept: fc.oneof(
    oddHeader,
    fc.constantFrom(
      'application/json',
      'text/html',
      '*/*;q=0',
      'application/json;q=x',
      'text/html;q=0.9, application/json;q=0.1',
    ),
  ),
  'accept-encoding': oddHeader,
  'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
  'content-type': fc.constantFrom(...contentTypes),
  cookie: oddHeader,
  origin: oddHeader,
  referer: oddHeader,
  range: fc.constantFrom('bytes=0-1', 'bytes=-'),
  'if-none-match': oddHeader,
  traceparent: oddHeader,
}

export const oddHeaders: fc.Arbitrary<Headers> = fc
  .array(
    fc.oneof(
      ...Object.entries(oddHeaderValues).map(([name, value]) => value.map((value): [string, string] => [name, value])),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((pairs) => Object.fromEntries(pairs))

/** As a path or a query may hold it: well encoded, or as it is. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
const raw = (text: string) => text.replace(/[^\x21-\x7e]|[?#/]/gu, '') || '%'
const oddPart = fc.oneof(
  oddText.map((text) => encoded(text).slice(0, 6_000)),
  oddText.map((text) => raw(text).slice(0, 6_000)),
  fc.constantFrom(
    '%',
    '%zz',
    '%c0%80',
    '%ed%a0%80',
    '%00',
    '%2e%2e',
    '%2f',
    '.',
    '..',
    '%25',
    '*',
    ':productId',
    '%F0%9F%98%80',
    'a%20b',
  ),
)

/** Nowhere is a path without a store: no look-up of anything else follows. */
function urlOf({ path, query }: Operation, known: Known, how: 'right' | 'odd' | 'nowhere'): fc.Arbitrary<string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const parts = names.map((name) => {
    const right = fc.constantFrom(...(known[name] ?? ['x'])).map((value) => encoded(String(value)))
    if (how === 'nowhere') return oddPart
    return how === 'odd' && name !== 'subdomain' ? fc.oneof(right, oddPart) : right
  })
  const search = how !== 'right' ? oddQuery(Object.keys(query?.properties ?? {})) : rightQuery(query, known)
  return fc
    .tuple(fc.tuple(...parts), search)
    .map(([values, search]) => path.replace(/:\w+/g, () => values.shift() ?? '') + search)
}

const rightQuery = (query: Shape | undefined, known: Known) =>
  query
    ? rightValue(query, known).map((fields) => `?${new URLSearchParams(pairsOf(fields as Record<string, unknown>))}`)
    : fc.constant('')

/** Each value of a parameter that may be repeated stands for itself. */
const pairsOf = (fields: Record<string, unknown>): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, typeof one === 'string' ? one : `${JSON.stringify(one)}`]),
  )

const oddQuery = (names: string[]) =>
  fc
    .array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...names, 'first', '__proto__', 'a[b]', 'a[]', ''), oddPart),
        fc.option(oddPart),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => `?${pairs.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&')}`)

/**
 * Requests to an operation that are nearly right: at least one thing is wrong with each. What gets as far as the
 * database costs ten times the rest, so most have enough wrong with them to be refused before.
 */
export function requestsTo(operation: Operation, known: Known): fc.Arbitrary<Request> {
  const { method, body } = operation
  const right = body ? rightValue(body, known) : fc.constant({})
  const rightText = right.map(written)
  const takesBody = method !== 'GET'
  const request = (
    url: fc.Arbitrary<string>,
    payload: fc.Arbitrary<string | Buffer>,
    { odd = fc.constant({}), known = {} }: { odd?: fc.Arbitrary<Headers>; known?: Headers | undefined } = {},
  ): fc.Arbitrary<Request> =>
    fc.tuple(url, payload, odd).map(([url, payload, odd]) => ({
      method,
      url,
      headers: {
        ...(takesBody && { 'content-type': 'application/json' }),
        ...known,
        ...operation.sign?.(payload),
        ...odd,
      },
      ...(takesBody && { payload }),
    }))
  const rightUrl = urlOf(operation, known, 'right')
  const oddUrl = urlOf(operation, known, 'odd')
  const nowhere = urlOf(operation, known, 'nowhere')
  const few = mangled(right).map(written)
  const many = mangled(right, 4).map(written)
  const form = fc
    .tuple(right, fc.boolean())
    .map(([fields, isMultipart]) => (isMultipart ? multipart(fields) : urlEncoded(fields)))

  const deep = [
    { weight: 2, arbitrary: request(rightUrl, rightText, { odd: oddHeaders, known: operation.headers }) },
    { weight: 2, arbitrary: request(oddUrl, rightText, { known: operation.headers }) },
    { weight: 2, arbitrary: request(rightUrl, few, { known: operation.headers }) },
  ]
  const shallow = [
    { weight: body ? 20 : 0, arbitrary: request(rightUrl, many) },
    { weight: body ? 14 : 0, arbitrary: request(rightUrl, mangledText(rightText)) },
    { weight: body ? 4 : 34, arbitrary: request(nowhere, rightText, { odd: oddHeaders }) },
    { weight: body ? 2 : 6, arbitrary: request(nowhere, many, { known: operation.headers }) },
    { weight: 1, arbitrary: request(rightUrl, rightText).map((one) => ({ ...one, method: 'PUT' as const })) },
    {
      weight: operation.takesForms ? 8 : takesBody ? 1 : 0,
      arbitrary: fc
        .tuple(request(rightUrl, rightText), form, mangledText(form.map(({ text }) => text)))
        .map(([one, { type }, payload]) => ({ ...one, headers: { ...one.headers, 'content-type': type }, payload })),
    },
  ]
  return fc.oneof(...deep, ...shallow)
}

const urlEncoded = (fields: unknown) => ({
  type: 'application/x-www-form-urlencoded',
  text: `${new URLSearchParams(Object.entries(fields as object).map(([key, value]) => [key, written(value)]))}`,
})

const multipart = (fields: unknown) => ({
  type: 'multipart/form-data; boundary=x',
  text: `${Object.entries(fields as object)
    .map(([key, value]) => `--x\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${written(value)}\r\n`)
    .join('')}--x--\r\n`,
})
