import { z } from 'zod'

/** A language model behind an OpenAI-compatible endpoint. */
export interface ModelEndpoint {
  /** Base of the API like `https://host/v1`; `/chat/completions` is added. */
  url: string
  model: string
  /** Null for an endpoint that asks for none. */
  apiKey: string | null
  /** For the whole call, reading the answer included. */
  timeoutMs: number
}

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Why a model gave no answer, in words that hold neither the key nor what was said. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
}

/** What an answer may cost. */
const MAX_OUTPUT_TOKENS = 500
const MAX_ANSWER_BYTES = 256 * 1024

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/** The model's next message. It is asked once: a second try could cost as much again. @throws ModelFailure */
export async function callModel(endpoint: ModelEndpoint, messages: readonly ModelMessage[]): Promise<string> {
  const { url, model, apiKey, timeoutMs } = endpoint
  const signal = AbortSignal.timeout(timeoutMs)
  const text = await exchange(`${url}/chat/completions`, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, messages, max_tokens: MAX_OUTPUT_TOKENS, temperature: 0.2, stream: false }),
    // The key goes to the endpoint that was configured and nowhere else.
    redirect: 'manual',
    signal,
  })
  const answer = completion.safeParse(parseJson(text)).data?.choices[0]?.message.content.trim()
  if (!answer) throw new ModelFailure('The language model answered without a message')
  return answer
}

async function exchange(url: string, request: RequestInit & { signal: AbortSignal }): Promise<string> {
  try {
    const response = await fetch(url, request)
    if (!response.ok) {
      await response.body?.cancel()
      throw new ModelFailure(`The language model answered ${response.status}`)
    }
    return await readText(response)
  } catch (error) {
    if (error instanceof ModelFailure) throw error
    if (request.signal.aborted) throw new ModelFailure('The language model took too long to answer')
    throw new ModelFailure(`The language model could not be reached${reason(error)}`)
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    // Throwing out of the loop cancels the rest.
    if (size > MAX_ANSWER_BYTES) throw new ModelFailure('The language model answered without an end')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The system's code like ECONNREFUSED; messages of fetch may quote headers. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? `: ${String(cause.code)}` : ''
}

/** undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
