import { describe, it } from 'vitest'
import { z } from 'zod'
import { webhookSignature } from '../../src/commerce/payments/signature.ts'
import { routes } from '../../src/process/routes.ts'
import { expectDocumented } from '../support/documented-status.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { type Answer, expectError, FUZZ_TIMEOUT_MS, jsonOf, openFuzzedShop } from './fuzzed-shop.ts'
import { type Operation, type Request, requestsTo } from './requests.ts'
import type { Shape } from './shape.ts'

const fuzzed = await forAllTests(openFuzzedShop())

/** JSON Schema, of which a shape is the part that matters here. */
const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape

const isHtml = ({ headers }: Answer) => String(headers['content-type']).startsWith('text/html')

/** @param page which answers may be pages: none, those of a form that was taken, or refusals of a browser as well */
function checkAnswer(answer: Answer, page: 'none' | 'when taken' | 'when refused too'): void {
  const { statusCode } = answer
  if (page !== 'none' && isHtml(answer) && (statusCode === 200 || (page === 'when refused too' && statusCode < 500)))
    return
  if (answer.statusCode >= 400) expectError(answer)
  else jsonOf(answer)
}

const oddLengths = ['{"length":{"toString":1}}', `{"length":${'['.repeat(20_000)}${']'.repeat(20_000)}}`]

/** What made a path fail once: values that are compared by a length which has no text, in each field and in their place. */
function failedBefore({ method, path, body, headers = {} }: Operation, subdomain: string): Request[] {
  const names = Object.keys(body?.properties ?? {})
  if (names.length === 0) return []
  return oddLengths.flatMap((odd) => {
    const fields = names.map((name) => `${JSON.stringify(name)}:${odd}`)
    return [odd, `[${odd}]`, `{${fields}}`].map((payload) => ({
      method,
      url: path.replace(':subdomain', subdomain),
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    }))
  })
}

describe('no request, however malformed, makes a path fail', () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_, { method, path, body, query, takesForms, page }) => {
      const operation: Operation = {
        method,
        path,
        body: body ? shapeOf(body.schema) : undefined,
        query: query ? shapeOf(query) : undefined,
        takesForms,
        headers: { authorization: `Bearer ${fuzzed.customerToken}` },
      }
      const { known, store } = fuzzed
      const first = failedBefore(operation, store.subdomain)
      await fuzzed.fuzz(
        requestsTo(operation, known),
        (answer, request) => {
          checkAnswer(answer, page === null ? 'none' : 'when taken')
          expectDocumented(request.method, request.url, answer.statusCode)
        },
        first,
      )
    },
    FUZZ_TIMEOUT_MS,
  )

  const payment: Shape = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      order_id: { type: 'string' },
      amount: { type: 'integer' },
      currency: { enum: ['INR'] },
      status: { enum: ['captured'] },
    },
    required: ['id', 'order_id', 'amount', 'currency', 'status'],
  }
  const object = (properties: Record<string, Shape>): Shape => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
  })
  const beside: Operation[] = [
    {
      method: 'POST',
      path: '/api/sites/:subdomain/webhooks/payments',
      body: object({ event: { type: 'string' }, payload: object({ payment: object({ entity: payment }) }) }),
      sign: (body) => ({ 'x-provider-signature': webhookSignature(fuzzed.webhookSecret, body) }),
    },
    {
      method: 'POST',
      path: '/sandbox/orders/:providerOrderId/pay',
      body: object({ outcome: { enum: ['pay', 'fail'] } }),
    },
    { method: 'GET', path: '/sandbox/orders/:providerOrderId/pay' },
  ]
  it.each(beside.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s',
    async (_, operation) => {
      await fuzzed.fuzz(requestsTo(operation, fuzzed.known), (answer) =>
        checkAnswer(answer, operation.path.startsWith('/sandbox') ? 'when refused too' : 'none'),
      )
    },
    FUZZ_TIMEOUT_MS,
  )

  it('and the shop goes on selling', () => fuzzed.sells())
})
