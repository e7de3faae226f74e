import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer may take as long as it takes: the route itself sees to it that it goes on. */
    endless?: boolean
  }
}

/** What one client may hold on to, and for how long. Times are milliseconds. */
export interface ConnectionLimits {
  /** Of one process; further ones are closed at once. */
  connections: number
  /** Of one request, its request line with them. */
  headerBytes: number
  /** From the first byte to the end of the headers. */
  headersTime: number
  /** From the first byte to the end of the body. */
  requestTime: number
  /** From when an answer is ready until the client has taken all of it. */
  answerTime: number
  /** Between two requests; longer than proxies keep theirs, so that they are the ones who close. */
  idleTime: number
  /** How often late requests are looked for. */
  checkEvery: number
}

const usual: ConnectionLimits = {
  connections: 10_000,
  headerBytes: 16 * 1024,
  headersTime: 30_000,
  requestTime: 60_000,
  answerTime: 120_000,
  idleTime: 72_000,
  checkEvery: 5_000,
}

/** The limits, with what is told beside the usual: as Fastify's options, and as what is done to the server made so. */
export function connectionLimits(others: Partial<ConnectionLimits> = {}) {
  const limits = { ...usual, ...others }
  return {
    options: {
      requestTimeout: limits.requestTime,
      keepAliveTimeout: limits.idleTime,
      http: {
        maxHeaderSize: limits.headerBytes,
        headersTimeout: limits.headersTime,
        connectionsCheckingInterval: limits.checkEvery,
        requireHostHeader: false,
      },
    },

    hold(app: FastifyInstance): void {
      app.server.maxConnections = limits.connections
      // An answer that nobody takes would be held in memory for ever.
      app.addHook('onSend', async ({ routeOptions }, { raw }, payload) => {
        if (routeOptions.config?.endless) return payload
        const late = setTimeout(() => raw.socket?.destroy(), limits.answerTime).unref()
        raw.once('close', () => clearTimeout(late))
        return payload
      })
    },
  }
}
