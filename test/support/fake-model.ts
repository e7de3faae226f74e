import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from './loopback.ts'

export type ModelMode =
  | 'ok'
  | 'newer'
  | 'serverError'
  | 'refuse'
  | 'hang'
  | 'slowBody'
  | 'garbage'
  | 'html'
  | 'empty'
  | 'blank'
  | 'otherShape'
  | 'oddLength'
  | 'huge'
  | 'endless'
  | 'redirect'
  | 'close'
  | 'closeReused'

export interface FakeModel {
  /** For CHAT_URL. */
  url: string
  mode: ModelMode
  /** What it says when it behaves. */
  says: string
  /** What it was asked, the last at the end. */
  requests: { method: string; path: string; headers: Record<string, unknown>; body: any }[]
  close(): Promise<void>
}

/** A language model on loopback that speaks as OpenAI's chat completions do, and misbehaves on demand. */
export async function startFakeModel(): Promise<FakeModel> {
  const used = new WeakSet<Socket>()
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    model.requests.push({ method, path, headers, body: JSON.parse(await text(request)) })
    if (model.mode === 'closeReused' && used.has(request.socket)) return response.destroy()
    used.add(request.socket)
    misbehave[model.mode](response, model.says, model.requests.at(-1)?.body)
  })
  const { url, close } = await listenOnLoopback(server)
  const model: FakeModel = {
    url: `${url}/v1`,
    mode: 'ok',
    says: 'Assam costs ₹399.50.',
    requests: [],
    close,
  }
  return model
}

const completion = (content: unknown) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'fake',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

const misbehave: Record<ModelMode, (response: ServerResponse, says: string, asked: any) => void> = {
  ok: (response, says) => send(response, 200, completion(says)),
  newer(response, says, asked) {
    if ('max_completion_tokens' in asked) return send(response, 200, completion(says))
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    send(response, 400, { error: { message, code: 'unsupported_parameter', param: 'max_tokens' } })
  },
  serverError: (response) => send(response, 500, { error: { message: 'The server had an error' } }),
  refuse: (response) => send(response, 401, { error: { message: 'Incorrect API key provided: sk-secret' } }),
  hang: () => {},
  slowBody(response) {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(timer))
  },
  garbage: (response) => send(response, 200, '{"choices": [{"mess'),
  html: (response) => send(response, 200, '<!doctype html><title>Scheduled maintenance</title>'),
  empty: (response) => send(response, 200, ''),
  blank: (response) => send(response, 200, completion(' \n ')),
  otherShape: (response) => send(response, 200, completion(null)),
  oddLength: (response) => send(response, 200, { choices: { length: { toString: 1 } } }),
  huge: (response) => send(response, 200, completion('blah '.repeat(10_000))),
  endless(response) {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const spaces = ' '.repeat(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(spaces));
    }
    response.on('drain', more)
    more()
  },
  redirect(response) {
    response.writeHead(307, { Location: 'http://127.0.0.1:9/elsewhere' })
    response.end()
  },
  close: (response) => response.destroy(),
  closeReused: (response, says) => send(response, 200, completion(says)),
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
