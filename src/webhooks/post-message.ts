import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { createNameLookup, type NameLookup } from '../platform/look-up-name.ts'
import { type Network, parseAddress } from '../platform/network.ts'
import { createTargetRules, hostOf, type TargetRules } from './target.ts'

export interface PostedMessage {
  storeId: string
  url: string
  headers: Record<string, string>
  body: string
}

/** How the receiver took a message: its status, or why it could not be asked, in words for the owner. */
export type Answer = { status: number } | { failure: string }

export interface WebhookPost {
  rules: TargetRules
  /** Sends a message once, following no redirect. Throws only when `signal` says so. */
  post(message: PostedMessage, signal: AbortSignal): Promise<Answer>
}

export interface PostOptions {
  /** Networks that may be reached although they are not public. */
  networks: readonly Network[]
  /** For the name, the connection and the answer together. */
  timeoutMs?: number
  resolve?: NameLookup
}

/** Of an answer's body this much is waited for, and thrown away. */
const MAX_BODY_BYTES = 64 * 1024

export function createWebhookPost({
  networks,
  timeoutMs = 10_000,
  resolve = createNameLookup(),
}: PostOptions): WebhookPost {
  const rules = createTargetRules(networks)

  /** Gives the connection those addresses of a name that it may be made to, and no others. */
  const lookupFor =
    (protocol: string, storeId: string, signal: AbortSignal): LookupFunction =>
    (host, { all }, done) => {
      resolve(host, storeId, signal).then(
        (found) => {
          const [first, ...more] = found.filter(({ address }) => rules.mayReach(address, protocol))
          if (!first) done(new RefusedTarget(host), '')
          else if (all) done(null, [first, ...more])
          else done(null, first.address, first.family)
        },
        (error) => done(error, ''),
      )
    }

  return {
    rules,

    async post(message, signal) {
      const late = AbortSignal.timeout(timeoutMs)
      try {
        const url = new URL(message.url)
        const host = hostOf(url)
        // A connection to an address asks for no name.
        if (parseAddress(host) && !rules.mayReach(host, url.protocol)) throw new RefusedTarget(host)
        const ended = AbortSignal.any([signal, late])
        const lookup = lookupFor(url.protocol, message.storeId, ended)
        return { status: await exchange(url, message, lookup, ended) }
      } catch (error) {
        signal.throwIfAborted()
        if (late.aborted) return { failure: `The receiver did not answer within ${timeoutMs / 1000} s.` }
        return { failure: error instanceof RefusedTarget ? error.message : unreachable(error) }
      }
    },
  }
}

class RefusedTarget extends Error {
  constructor(host: string) {
    super(`${host} is no address of the public internet, or not asked over https: nothing was sent.`)
  }
}

/** The code alone: messages of the system may tell addresses that are nobody's business. */
function unreachable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : 'the connection failed'
  return `The receiver could not be reached (${code}).`
}

/** The status that a POST is answered with. */
function exchange(url: URL, { headers, body }: PostedMessage, lookup: LookupFunction, signal: AbortSignal) {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise<number>((resolve, reject) => {
    let status: number | undefined
    const end = (error: Error) => (status === undefined ? reject(error) : resolve(status))
    const options = { method: 'POST', headers, agent: false, lookup, signal } as const
    const asked = request(url, options, (answer) => {
      status = answer.statusCode
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_BODY_BYTES) answer.destroy()
      })
      // What goes wrong after the status changes nothing about it.
      answer.on('error', end)
      answer.on('close', () => end(new Error('The answer has no status')))
    })
    asked.on('error', end)
    asked.end(body)
  })
}
