import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer has no time limit here; the route itself must end one that stalls. */
    endless?: boolean
  }
}

/** Limits on connections and requests. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Connections of one process; further ones are closed at once. */
  connections: number
  /** Headers of one request, including the request line. */
  headerBytes: number
  /** Time from the first byte to the end of the headers. */
  headersTime: number
  /** Time from the first byte to the end of the body. */
  requestTime: number
  /** Time from when an answer is ready until the client has read all of it. */
  answerTime: number
  /**
   * Idle time between two requests. Longer than proxies keep a connection, so that the proxy closes it and not the
   * server.
   */
  idleTime: number
  /** How often the server looks for late requests. */
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

/**
 * The default limits with `others` in their place: as Fastify's options, and as a function that applies the rest to the
 * server.
 */
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
      // An answer that the client never reads would stay in memory forever.
      app.addHook('onSend', async ({ routeOptions }, { raw }, payload) => {
        if (routeOptions.config?.endless) return payload
        const late = setTimeout(() => raw.socket?.destroy(), limits.answerTime).unref()
        raw.once('close', () => clearTimeout(late))
        return payload
      })
    },
  }
}
