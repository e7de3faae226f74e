import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { createNameLookup, type NameLookup } from '../../platform/network/dns-lookup.ts'
import { USER_AGENT } from '../../platform/network/exchange.ts'
import { guardedLookup, hostOf } from '../../platform/network/guarded-lookup.ts'
import { isPublic, isWithin, type Network, parseAddress } from '../../platform/network/network.ts'

/** Of an uploaded picture, and of one that is fetched from another host. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/**
 * The file, or why there is none, for the owner. `later`: the host asks to come back, after so many seconds if it says
 * so; `limited`: with any request. `silent`: it did not answer at all.
 */
export type FetchedPicture =
  | { bytes: Buffer; type: string }
  | { failure: string; later?: true; limited?: true; seconds?: number; silent?: true }

export interface PictureFetch {
  /** Rejects only when `signal` is aborted. */
  fetch(storeId: string, url: string, signal: AbortSignal): Promise<FetchedPicture>
}

export interface FetchOptions {
  /** Reachable although they are not public. */
  networks: readonly Network[]
  /** For look-ups, connections, redirects and the file together. */
  timeoutMs?: number
  resolve?: NameLookup
}

const MOST_REDIRECTS = 5

/** Pictures hold no secrets, so plain http will do, unlike for webhooks. */
export function createPictureFetch({
  networks,
  timeoutMs = 30_000,
  resolve = createNameLookup(),
}: FetchOptions): PictureFetch {
  const mayReach = (text: string): boolean => {
    const address = parseAddress(text)
    return address !== null && (isPublic(address) || isWithin(address, networks))
  }

  return {
    async fetch(storeId, address, signal) {
      const late = AbortSignal.timeout(timeoutMs)
      const ended = AbortSignal.any([signal, late])
      const lookup = guardedLookup({ resolve, key: storeId, mayReach, refused, signal: ended })
      try {
        let url = address
        for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
          const answer = await ask(httpUrl(url), { lookup, signal: ended }, mayReach)
          const { statusCode: status = 0, headers } = answer
          if (!(status >= 300 && status < 400 && headers.location !== undefined)) return await fileIn(answer)
          answer.destroy()
          // Checked as the first one is: by its address, when it is connected to.
          url = URL.canParse(headers.location, url) ? new URL(headers.location, url).href : headers.location
        }
        return { failure: `It was redirected more than ${MOST_REDIRECTS} times.` }
      } catch (error) {
        signal.throwIfAborted()
        if (late.aborted) return { failure: `It did not arrive within ${timeoutMs / 1000} s.`, silent: true }
        if (error instanceof Refused) return { failure: error.message }
        return { failure: unreachable(error), silent: true }
      }
    },
  }
}

class Refused extends Error {}

const refused = (host: string): Error => new Refused(`${host} is not on the public internet, so it was not contacted.`)

/** @throws Refused */
function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Refused('It was redirected to something other than an http:// or https:// address.')
  return url
}

interface Connection {
  lookup: ReturnType<typeof guardedLookup>
  signal: AbortSignal
}

function ask(url: URL, connection: Connection, mayReach: (address: string) => boolean): Promise<IncomingMessage> {
  const host = hostOf(url)
  // The lookup is not called for an IP address.
  if (parseAddress(host) && !mayReach(host)) throw refused(host)
  const { request } = url.protocol === 'https:' ? https : http
  const headers = {
    'user-agent': USER_AGENT,
    accept: 'image/avif,image/webp,image/*;q=0.8',
    'accept-encoding': 'identity',
  }
  // No user name or password that an address may hold: the copy will be public.
  const { hostname, port, pathname, search, protocol } = url
  const options = {
    hostname: host || hostname,
    port,
    path: pathname + search,
    protocol,
    headers,
    agent: false as const,
  }
  return new Promise((resolve, reject) => {
    request({ ...options, ...connection }, resolve)
      .on('error', reject)
      .end()
  })
}

async function fileIn(answer: IncomingMessage): Promise<FetchedPicture> {
  const { statusCode: status = 0, headers } = answer
  const failed = failureOf(status)
  if (failed !== null) {
    answer.destroy()
    const seconds = secondsOf(headers['retry-after'])
    if (status !== 429 && status !== 503) return { failure: failed }
    return {
      failure: failed,
      later: true,
      ...(status === 429 && { limited: true }),
      ...(seconds !== null && { seconds }),
    }
  }
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'text/html') {
    answer.destroy()
    return { failure: 'There is a web page at this address, not a picture.' }
  }
  const chunks: Buffer[] = []
  let size = Number(headers['content-length'] ?? 0) > MAX_PICTURE_BYTES ? Number.POSITIVE_INFINITY : 0
  if (size === 0) {
    for await (const chunk of answer) {
      // No encoding was set.
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > MAX_PICTURE_BYTES) break
      chunks.push(bytes)
    }
  }
  answer.destroy()
  if (size > MAX_PICTURE_BYTES) return { failure: `It has more than ${MAX_PICTURE_BYTES / 1024 / 1024} MB.` }
  return { bytes: Buffer.concat(chunks), type }
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 404 || status === 410) return `It is gone: its host answered ${status}.`
  if (status === 401 || status === 403) return `Its host does not give it to this service: it answered ${status}.`
  return `Its host answered ${status}.`
}

/** Only the code: system messages may contain internal addresses. */
function unreachable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'the connection failed'
  return code === 'ENOTFOUND' || code === 'ENODATA'
    ? 'Its host does not exist any more.'
    : `The connection to its host failed (${code}).`
}

/** Of Retry-After as a number; null when it is none. */
const secondsOf = (header: string | undefined): number | null =>
  header !== undefined && /^\s*\d{1,6}\s*$/.test(header) ? Number(header) : null
