import type { IncomingHttpHeaders } from 'node:http'

/**
 * The key of a response, by all that decides about it beside the store. Addresses in it begin with the base URL. A line
 * for each part: no header and no URL has a line break, so that no two requests that differ share a key.
 */
export const responseKey = (baseUrl: string, url: string): string => `${baseUrl}\n${url}`

/**
 * The key of the response to a document.
 * @param body with the document and its variables; empty for a GET request, whose URL has both
 */
export const documentKey = (
  baseUrl: string,
  { url, method, headers }: { url: string; method: string; headers: IncomingHttpHeaders },
  body: string,
): string => `${responseKey(baseUrl, url)}\n${method}\n${headers.accept ?? ''}\n${body}`
