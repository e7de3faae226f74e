import type { SpanOptions } from '../platform/tracing/tracing.ts'
import type { Context } from './context.ts'
import type { Api, OperationCalls } from './operation-meters.ts'

/** What the span of an operation says. */
export const operationSpan = (api: Api, { foundStore }: Pick<Context, 'foundStore'>): SpanOptions => ({
  attributes: { 'storefront.api': api, ...(foundStore && { 'storefront.store': foundStore.subdomain }) },
})

/** Most root fields that the name of a span lists. */
const MAX_NAMED = 5

/** A name for the span of a document, by the root fields that it has called: what the client calls it is not told. */
export function namedByCalls(name: string, called: OperationCalls | null): string {
  const operations = new Set(called?.calls.map(({ meter }) => meter.operation))
  return [name, ...[...operations].slice(0, MAX_NAMED)].join(' ')
}
