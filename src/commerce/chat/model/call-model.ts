import { z } from 'zod'
import { ExchangeFailure, exchange, USER_AGENT } from '../../../platform/network/exchange.ts'
import { parsedJson } from '../../../platform/text/text.ts'

/** OpenAI-compatible. */
export interface ModelEndpoint {
  /** Such as `https://host/v1`, to which `/chat/completions` is added. */
  url: string
  model: string
  /** Null when the endpoint needs no key. */
  apiKey: string | null
  /** For the whole call, including reading the response. */
  timeoutMs: number
}

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Its message contains neither the API key nor any text of the conversation. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
}

const MAX_OUTPUT_TOKENS = 500
const MAX_ANSWER_BYTES = 256 * 1024

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })),
})

/** OpenAI's newer models refuse `max_tokens`, without charging for the request. */
const NEWER_NAME = 'max_completion_tokens'

/** Does not repeat a failed call, which may have been charged, but for connections that were idle. @throws ModelFailure */
export async function callModel(endpoint: ModelEndpoint, messages: readonly ModelMessage[]): Promise<string> {
  const signal = AbortSignal.timeout(endpoint.timeoutMs)
  const first = await ask(endpoint, { messages, max_tokens: MAX_OUTPUT_TOKENS }, signal)
  const wantsNewerName = first.status === 400 && first.text.includes(NEWER_NAME)
  const { status, text } = wantsNewerName
    ? await ask(endpoint, { messages, [NEWER_NAME]: MAX_OUTPUT_TOKENS }, signal)
    : first
  if (status !== 200) throw new ModelFailure(`The language model answered ${status}${namedFault(text)}`)
  const answer = completion.safeParse(parsedJson(text)).data?.choices[0]?.message.content.trim()
  if (!answer) throw new ModelFailure('The language model answered without a message')
  return answer
}

function ask({ url, model, apiKey }: ModelEndpoint, question: object, signal: AbortSignal) {
  const request = {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, ...question, stream: false }),
    maxAnswerBytes: MAX_ANSWER_BYTES,
    signal,
  } as const
  return exchange(`${url}/chat/completions`, request).catch((error: unknown) => {
    if (signal.aborted) throw new ModelFailure('The language model took too long to answer')
    if (!(error instanceof ExchangeFailure)) throw new ModelFailure('The language model could not be reached')
    throw new ModelFailure(
      error.stage === 'endless'
        ? 'The language model answered without an end'
        : `The language model could not be reached${error.code === undefined ? '' : `: ${error.code}`}`,
    )
  })
}

/** The error message is not read, because it may quote the API key. */
const fault = z.object({ error: z.object({ code: z.string().nullish(), param: z.string().nullish() }) })

function namedFault(text: string): string {
  const { code, param } = fault.safeParse(parsedJson(text)).data?.error ?? {}
  const names = [code, param].filter((name) => name && /^[\w.-]{1,60}$/.test(name))
  return names.length > 0 ? ` (${names.join(', ')})` : ''
}
