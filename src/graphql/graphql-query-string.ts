import { Problem } from '../platform/problem.ts'

/** Begins with its question mark; empty without one. */
export const queryStringOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** Whether Yoga would take the body for a promise, and wait for it by calling what is no function. */
export const looksLikePromise = (body: unknown): boolean => Object(body).then !== undefined

/** In the words that Yoga has for other parameters. */
export const unexpectedThen = () => new Problem('BAD_USER_INPUT', 'Unexpected parameter "then" in the request body.')

/**
 * Checks parameters that Yoga assumes to be JSON objects, and that together they look like no promise.
 * @throws Problem BAD_USER_INPUT
 */
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
