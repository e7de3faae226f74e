import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerOtherMethods } from '../../api/http/method-not-allowed.ts'
import { sendPage } from '../../api/http/pages/page.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { failedPayment, storeOfSandboxOrder, type WidgetAnswer } from './sandbox.ts'
import { type SandboxOrder, sandboxPage } from './sandbox-page.ts'

interface SandboxPluginOptions {
  /** Null when it is not the sandbox's, or the store has left the sandbox. */
  findOrder: (storeId: string, providerOrderId: string) => Promise<SandboxOrder | null>
  /** Null for what `findOrder` does not find, and when the store's key cannot be opened. */
  payOrder: (storeId: string, providerOrderId: string) => Promise<WidgetAnswer | null>
  /**
   * Counts a request before its body is read. The store may not exist: clients can invent ids. Throws above the limit.
   */
  admit: (request: FastifyRequest, reply: FastifyReply, storeId: string | null) => Promise<void>
}

type Path = { Params: { providerOrderId: string } }

const PATH = '/sandbox/orders/:providerOrderId/pay'

const payment = inputRules({
  required: [],
  missing: '',
  fields: { outcome: z.enum(['pay', 'fail'], { error: 'outcome must be "pay" or "fail"' }).default('pay') },
})

/** A page for people, and JSON for programs. The server must already handle JSON bodies and errors. */
export async function sandboxPlugin(
  app: FastifyInstance,
  { findOrder, payOrder, admit }: SandboxPluginOptions,
): Promise<void> {
  const onRequest = (request: FastifyRequest<Path>, reply: FastifyReply) =>
    admit(request, reply, storeOfSandboxOrder(request.params.providerOrderId))

  /** @throws Problem NOT_FOUND */
  async function found<T>(
    find: (storeId: string, providerOrderId: string) => Promise<T | null>,
    providerOrderId: string,
  ): Promise<T> {
    const storeId = storeOfSandboxOrder(providerOrderId)
    const answer = storeId && (await find(storeId, providerOrderId))
    if (!answer) throw new Problem('NOT_FOUND', 'Not found', { reason: 'PATH_NOT_FOUND' })
    return answer
  }

  app.get<Path>(PATH, { onRequest }, async ({ params }, reply) => {
    const order = await found(findOrder, params.providerOrderId)
    return sendPage(unstored(reply), sandboxPage(order))
  })

  app.post<Path>(PATH, { onRequest }, async ({ params, body }, reply) => {
    const { providerOrderId } = params
    const { outcome } = parseInput(payment, body)
    unstored(reply)
    if (outcome === 'pay') return found(payOrder, providerOrderId)
    await found(findOrder, providerOrderId)
    return failedPayment(providerOrderId)
  })

  answerOtherMethods(app, [PATH])
}

const unstored = (reply: FastifyReply): FastifyReply => reply.header('Cache-Control', 'no-store')
