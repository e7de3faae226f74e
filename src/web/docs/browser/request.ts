export interface Filled {
  method: string
  /** With `{names}`. */
  path: string
  /** Null when the operation takes no body. */
  type: string | null
  fields: FilledField[]
}

export interface FilledField {
  name: string
  in: 'path' | 'query' | 'header' | 'token' | 'body'
  value: string
  isList: boolean
  isDeepObject: boolean
}

export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
}

/** What a filled form sends. @throws Error when a field that is an object is no JSON */
export function requestOf({ method, path, type, fields }: Filled, gateway: string): Request {
  const of = (place: FilledField['in']) => fields.filter((field) => field.in === place && field.value.trim() !== '')
  const filled = fields
    .filter((field) => field.in === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value.trim())), path)
  const query = new URLSearchParams(of('query').flatMap(queryOf)).toString()
  const body = of('body')[0]?.value ?? null
  const headers = [
    ...(body !== null && type ? [['Content-Type', type]] : []),
    ...of('token').map(({ value }) => ['Authorization', `Bearer ${value.trim()}`]),
    ...of('header').map(({ name, value }) => [name, value.trim()]),
  ]
  return { method, url: gateway + filled + (query && `?${query}`), headers: Object.fromEntries(headers), body }
}

function queryOf({ name, value, isList, isDeepObject }: FilledField): [string, string][] {
  if (isList)
    return value
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => [name, line.trim()])
  if (!isDeepObject) return [[name, value.trim()]]
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    throw new Error(`${name} is not JSON`)
  }
  return Object.entries(parsed ?? {}).flatMap(([key, entry]: [string, unknown]) =>
    [entry].flat().map((one): [string, string] => [`${name}[${key}]`, String(one)]),
  )
}

/** For a POSIX shell. */
export function curlOf({ method, url, headers, body }: Request): string {
  const isUsual = method === (body === null ? 'GET' : 'POST')
  const parts = [
    `curl -i ${isUsual ? '' : `-X ${method} `}${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
