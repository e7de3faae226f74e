import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isEventStream } from './event-stream.ts'

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
  /** Time between two signs of life in a stream of events. */
  heartbeatEvery: number
}

const usual: ConnectionLimits = {
  connections: 10_000,
  headerBytes: 16 * 1024,
  headersTime: 30_000,
  requestTime: 60_000,
  answerTime: 120_000,
  idleTime: 72_000,
  checkEvery: 5_000,
  heartbeatEvery: 15_000,
}

/**
 * Makes a function that cuts off a client who does not read its answer within the time. All answers share one timer,
 * which waits for the oldest that is still open when it is set.
 */
function createAnswerWatch(answerTime: number): (response: ServerResponse) => void {
  /** The open answers and when each is late, the oldest first. */
  const open = new Map<ServerResponse, number>()
  let timer: NodeJS.Timeout | undefined

  function cutOff(): void {
    timer = undefined
    const now = performance.now()
    for (const [response, lateAt] of open) {
      if (lateAt > now) {
        timer = setTimeout(cutOff, Math.ceil(lateAt - now)).unref()
        return
      }
      open.delete(response)
      response.socket?.destroy()
    }
  }

  return (response) => {
    open.set(response, performance.now() + answerTime)
    response.once('close', () => open.delete(response))
    if (!timer) timer = setTimeout(cutOff, answerTime).unref()
  }
}

/**
 * The default limits with `others` in their place: in a server, and in a function that applies the rest to the answers.
 */
export function connectionLimits(others: Partial<ConnectionLimits> = {}) {
  const limits = { ...usual, ...others }
  const watch = createAnswerWatch(limits.answerTime)

  const options = {
    // A request without a body makes no stream that has to be read to its end. Known from Node 24.12 on; others ignore it.
    optimizeEmptyRequests: true,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: limits.checkEvery,
    requireHostHeader: false,
  }

  return {
    watch,
    heartbeatEvery: limits.heartbeatEvery,

    createServer(listener: RequestListener): Server {
      const server = createServer(options, listener)
      server.maxConnections = limits.connections
      return server
    },

    hold(app: FastifyInstance): void {
      // An answer that the client never reads would stay in memory forever.
      app.addHook('onSend', ({ routeOptions }, reply, payload, done) => {
        if (!routeOptions.config?.endless && !isEventStream(reply)) watch(reply.raw)
        done(null, payload)
      })
    },
  }
}
