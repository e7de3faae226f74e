import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { listenOnLoopback } from './loopback.ts'

/** A status to answer with, at once or never, somewhere else to go, or a 503 that says when to come back. */
export type ReceiverAnswer = number | 'hang' | { location: string } | { 'retry-after': string }

/** A request as it came, with what was answered. */
export interface ReceivedCall {
  method: string | undefined
  headers: IncomingHttpHeaders
  body: string
  /** The body, once the receiver has read it. */
  event: { type: string; timestamp: string; data: any }
  answer: ReceiverAnswer
}

export interface Receiver {
  url: string
  calls: ReceivedCall[]
  answer: (call: Omit<ReceivedCall, 'answer'>) => ReceiverAnswer
  taken(): ReceivedCall['event'][]
  close(): Promise<void>
}

/** Somebody's server on loopback, which receives events. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const call = { method: request.method, headers: request.headers, body, event: JSON.parse(body) }
    const answer = receiver.answer(call)
    receiver.calls.push({ ...call, answer })
    if (answer === 'hang') return
    if (typeof answer === 'number') response.writeHead(answer).end('thanks')
    else response.writeHead('location' in answer ? 307 : 503, answer).end()
  })
  const { url, close } = await listenOnLoopback(server, port)
  const receiver: Receiver = {
    url: `${url}/hook`,
    calls: [],
    answer: () => 200,
    taken: () => receiver.calls.filter(({ answer }) => answer === 200).map(({ event }) => event),
    close,
  }
  return receiver
}

/** Whether the official library takes a call for one that was signed with the secret. */
export function isSignedBy(secret: string, { body, headers }: ReceivedCall): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
