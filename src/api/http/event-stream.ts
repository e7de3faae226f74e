import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { busy } from '../../platform/problem.ts'

export interface ServerEvent {
  event: string
  id?: string
  data: string
}

/** One event for each value. */
export interface Events<Value> {
  source: AsyncIterableIterator<Value>
  /** Null skips the value. */
  eventOf: (value: Value) => ServerEvent | null
  /** Sent last, also when the server ends the stream. */
  farewell: () => ServerEvent
}

export interface EventStreams {
  /** Until the source ends, the client leaves, or the server closes. */
  send<Value>(reply: FastifyReply, events: Events<Value>): FastifyReply
  /** Sends farewells and refuses new streams. Cuts off clients who do not read. */
  close(): void
}

export const EVENT_STREAM = 'text/event-stream'

const RETRY_MS = 2_000
const MAX_UNREAD_BYTES = 64 * 1024

const headers = {
  'Cache-Control': 'no-store',
  // Makes proxies such as nginx pass on each event at once.
  'X-Accel-Buffering': 'no',
  Connection: 'close',
}

/** Streams by milliseconds from the request to the begin of the answer. */
const begun = new WeakMap<ServerResponse, number>()

export const isEventStream = ({ raw }: Pick<FastifyReply, 'raw'>): boolean => begun.has(raw)

/** Milliseconds to the end of the answer; of a stream, to its begin. */
export const answerTime = ({ raw, elapsedTime }: FastifyReply): number => begun.get(raw) ?? elapsedTime

/** @param heartbeatEvery milliseconds; heartbeats also show who no longer reads */
export function createEventStreams({ heartbeatEvery }: { heartbeatEvery: number }): EventStreams {
  const open = new Set<OpenStream>()
  let timer: NodeJS.Timeout | undefined
  let isClosing = false

  function forget(stream: OpenStream): void {
    open.delete(stream)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function beat(): void {
    for (const stream of open) stream.beat()
  }

  return {
    send(reply, events) {
      if (isClosing) {
        void events.source.return?.()
        throw busy()
      }
      begun.set(reply.raw, reply.elapsedTime)
      const stream = openStream(reply.raw, events, () => forget(stream))
      open.add(stream)
      timer ??= setInterval(beat, heartbeatEvery).unref()
      return reply.headers(headers).type(EVENT_STREAM).send(stream.body)
    },
    close() {
      isClosing = true
      for (const stream of open) stream.end()
    },
  }
}

interface OpenStream {
  body: Readable
  /** Sends a heartbeat, or cuts off a client who has not read the one before. */
  beat(): void
  end(): void
}

function openStream<Value>(
  raw: ServerResponse,
  { source, eventOf, farewell }: Events<Value>,
  onClose: () => void,
): OpenStream {
  let isAsking = false
  let wasUnread = false
  const unread = () => body.readableLength + raw.writableLength

  async function sendNext(): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      for (let isSent = false; !isSent; ) {
        const { done, value } = await source.next()
        if (body.destroyed) return
        const event = done ? farewell() : eventOf(value)
        isSent = event !== null
        isAsking = done === true
        if (event) body.push(textOf(event))
        if (done) body.push(null)
      }
    } catch (error) {
      body.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  const body = new Readable({
    highWaterMark: 1,
    read: () => void sendNext(),
    destroy(error, done) {
      void source.return?.()
      onClose()
      done(error)
    },
  })
  body.push(`retry: ${RETRY_MS}\n\n`)
  // The client left while the source was made; no further event reports that.
  if (raw.destroyed) body.destroy()

  return {
    body,
    beat() {
      const isUnread = unread() > 0
      if (unread() > MAX_UNREAD_BYTES || (isUnread && wasUnread)) raw.destroy()
      else if (!isUnread) body.push(':\n\n')
      wasUnread = isUnread
    },
    end() {
      if (unread() > 0) raw.destroy()
      else void source.return?.()
    },
  }
}

const textOf = ({ event, id, data }: ServerEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
