import type { graphqlCodes } from '../http/status.ts'
import type { GraphQLAnswer } from './public-documents.ts'

const code: keyof typeof graphqlCodes = 'PERSISTED_QUERY_NOT_SUPPORTED'

/** Makes Apollo's clients send the text of the document, now and from then on. */
const NOT_SUPPORTED = Buffer.from(
  JSON.stringify({
    errors: [{ message: 'PersistedQueryNotSupported', extensions: { code } }],
  }),
)
const headers = new Map([['content-type', 'application/json; charset=utf-8']])

/** For a request that names its document by a hash only. */
export const notSupported: GraphQLAnswer = { status: 200, headers, bytes: NOT_SUPPORTED }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** @param json the body of a POST request; of a GET request, `url` has the parameters */
export function hasHashOnly(json: unknown, url: string): boolean {
  const { query, extensions } = isObject(json) ? json : parametersOf(url)
  return !query && isObject(extensions) && isObject(extensions.persistedQuery)
}

function parametersOf(url: string): Record<string, unknown> {
  if (!url.includes('persistedQuery')) return {}
  const parameters = new URL(url, 'http://gateway').searchParams
  try {
    return { query: parameters.get('query'), extensions: JSON.parse(parameters.get('extensions') ?? 'null') }
  } catch {
    return {}
  }
}
