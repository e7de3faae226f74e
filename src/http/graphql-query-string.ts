import { Problem } from '../platform/problem.ts'

/** Begins with its question mark; empty without one. */
export const queryStringOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/**
 * Checks parameters that Yoga assumes to be JSON objects.
 * @throws Problem BAD_USER_INPUT
 */
export function checkQueryString(url: string): void {
  const { searchParams } = new URL(url, 'http://gateway')
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
