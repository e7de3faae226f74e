import type { SpanOptions } from '../../platform/tracing/tracing.ts'
import type { Context } from '../context.ts'
import type { Api, OperationCalls } from './operation-meters.ts'

export const operationSpan = (api: Api, { foundStore }: Pick<Context, 'foundStore'>): SpanOptions => ({
  attributes: { 'storefront.api': api, ...(foundStore && { 'storefront.store': foundStore.subdomain }) },
})

const MAX_NAMED = 5

/** By root fields: the client's name for the document may hold anything. */
export function namedByCalls(name: string, called: OperationCalls | null): string {
  const operations = new Set(called?.calls.map(({ meter }) => meter.operation))
  return [name, ...[...operations].slice(0, MAX_NAMED)].join(' ')
}
