import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isEventStream } from './event-stream.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No time limit here; the route itself must end an answer that stalls. */
    endless?: boolean
  }
}

/** Milliseconds where the name ends in Time or Every. */
export interface ConnectionLimits {
  /** Of one process; further ones are closed at once. */
  connections: number
  /** Including the request line. */
  headerBytes: number
  /** From the first byte to the end of the headers. */
  headersTime: number
  /** From the first byte to the end of the body. */
  requestTime: number
  /** Until the client has read all of an answer. */
  answerTime: number
  /** Longer than proxies keep a connection, so that the proxy closes it and not the server. */
  idleTime: number
  checkEvery: number
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

/** Cuts off clients who do not read their answer in time. One timer waits for the oldest open answer. */
function createAnswerWatch(answerTime: number): (response: ServerResponse) => void {
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

/** A server with limits, and a function that applies the rest to the answers. */
export function connectionLimits(others: Partial<ConnectionLimits> = {}) {
  const limits = { ...usual, ...others }
  const watch = createAnswerWatch(limits.answerTime)

  const options = {
    // Avoids a stream for requests without a body, from Node 24.12 on.
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
