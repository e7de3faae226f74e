import { Problem } from '../../platform/problem.ts'

/** With its question mark; empty without a query. */
export const queryStringOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** Yoga would await the body, and call what is no function. */
export const looksLikePromise = (body: unknown): boolean => Object(body).then !== undefined

/** Worded like Yoga's messages for other parameters. */
export const unexpectedThen = () => new Problem('BAD_USER_INPUT', 'Unexpected parameter "then" in the request body.')

/** Yoga assumes these parameters to be JSON objects. @throws Problem BAD_USER_INPUT */
export function checkQueryString(url: string): void {
  const { searchParams } = new URL(url, 'http://gateway')
  if (searchParams.has('then')) throw unexpectedThen()
  for (const name of ['variables', 'extensions']) {
    const text = searchParams.get(name)
    if (text && !isJsonObject(text)) throw new Problem('BAD_USER_INPUT', `${name} must be a JSON object`)
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value)
  } catch {
    return false
  }
}
