import type { FastifyInstance, InjectOptions } from 'fastify'
import { createLogger, type Logger } from '../../src/platform/logger.ts'

/** A log kept in memory, and the secrets that must not be in it. */
export interface SecretWatch {
  logger: Logger
  lines: string[]
  /** Something that must not be in the log, in plain text or encoded. */
  add(secret: string): void
  /** Keeps what stands in the text under the name of a secret: JSON, a GraphQL document, a form, broken or not. */
  addFrom(text: string): void
  /** Keeps the secrets of every request that is injected, and of its answer. */
  watch(app: FastifyInstance): void
  /** @throws when one of the secrets is in the log */
  check(): void
}

const named =
  /(?:password|token|secret|signature|api_?key|\bkey|cart_?id)\\?["']?\s*(?::\s*\[?\\?["']|=)([^"'\\&\s,(){}]{6,})/gi
/** Carts by their ids: in a path, and in an answer. */
const cartsIn = /(?:\/cart\/|"(?:cart|createCart|updateCart)":\{"id":")([\da-f-]{36})/g
const headers = [
  'authorization',
  'x-store-key',
  'x-access-token',
  'x-provider-signature',
  'x-razorpay-signature',
  'cookie',
]

/** Watches a log down to its finest lines; with TEST_LOG_LEVEL what reaches that level is shown, too. */
export function watchSecrets(): SecretWatch {
  const lines: string[] = []
  const shown = process.env.TEST_LOG_LEVEL
  const logger = createLogger(shown ?? 'trace', {
    write(line) {
      lines.push(line)
      if (shown) process.stdout.write(line)
    },
  })
  const secrets = new Set<string>()
  const add = (secret: string) => {
    if (secret.length >= 6) secrets.add(secret)
  }
  const addFrom = (text: string) => {
    for (const [, value = ''] of text.matchAll(named)) add(value)
    for (const [, value = ''] of text.matchAll(cartsIn)) add(value)
  }
  return {
    logger,
    lines,
    add,
    addFrom,

    watch(app) {
      const inject = app.inject.bind(app)
      const watched = async (request: InjectOptions | string) => {
        const { headers: sent = {}, payload, url } = typeof request === 'string' ? { url: request } : request
        for (const [name, value] of Object.entries(sent)) {
          if (headers.includes(name.toLowerCase())) add(String(value).replace(/^(Bearer|Basic) +/i, ''))
        }
        for (const text of [payload, url]) {
          if (text) addFrom(typeof text === 'string' || Buffer.isBuffer(text) ? String(text) : JSON.stringify(text))
        }
        const answer = await inject(request)
        // A stream has no payload.
        if (answer.payload) addFrom(answer.payload)
        return answer
      }
      // The tests call it with one argument and await what it gives.
      app.inject = watched as FastifyInstance['inject']
    },

    check() {
      const log = lines.join('')
      for (const secret of secrets) {
        for (const form of formsOf(secret)) {
          if (!log.includes(form)) continue
          const line = lines.find((line) => line.includes(form)) ?? log
          throw new Error(`The log has a secret (${secret}): ${line}`)
        }
      }
    },
  }
}

/** As it is, as a URL and JSON spell it, and in base64. */
export const formsOf = (secret: string): string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '')),
    JSON.stringify(secret).slice(1, -1),
    // The last characters depend on what follows.
    Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
  ]),
]
