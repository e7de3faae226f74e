import type { FastifyReply } from 'fastify'
import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql'
import { admit, type OperationRule } from '../../../api/admission/admission.ts'
import type { Context } from '../../../api/context.ts'
import type { OperationMeter, OperationMeters } from '../../../api/graphql/operation-meters.ts'
import { operationSpan } from '../../../api/graphql/operation-span.ts'
import { problemOfGraphQLError } from '../../../api/graphql/present-problem.ts'
import { ruleOf } from '../../../api/graphql/schema/operation-plugin.ts'
import { setLimitHeaders } from '../../../api/http/response-headers.ts'
import { compileOperation } from '../../../api/rest/compiled-operation.ts'
import { Problem } from '../../../platform/problem.ts'
import { notFound } from './page.ts'

export interface PageOperation {
  rule: OperationRule
  meter: OperationMeter
  /** Before a body is read. @throws Problem */
  admit(context: Context, reply: FastifyReply): Promise<void>
  /** For an admitted request. @throws Problem, NOT_FOUND when a root field finds nothing */
  run(variables: Record<string, unknown>, context: Context): Promise<object>
}

/** Compiled at its first request, so that a start does not wait. */
export function pageOperation(
  document: DocumentNode,
  { schema, operations }: { schema: GraphQLSchema; operations: OperationMeters },
): PageOperation {
  const { kind, name } = firstRootField(document)
  const rule = ruleOf(schema, kind, name)
  const meter = operations.meterOf('shop', name)
  let compiled: ReturnType<typeof compileOperation> | undefined
  return {
    rule,
    meter,
    async admit(context, reply) {
      context.isPage = true
      try {
        await admit(context, rule)
        context.admitted = true
        if (!context.store.shopEnabled)
          throw new Problem('STORE_NOT_FOUND', 'Shop closed', { reason: 'STORE_INACTIVE' })
      } catch (error) {
        const { foundStore: store } = context
        const isRefused = error instanceof Problem && error.code === 'STORE_NOT_FOUND' && store !== null
        const opensSoon = isRefused && store.shopEnabled && error.reason === 'STORE_CLOSED'
        throw isRefused && !opensSoon
          ? new Problem('STORE_NOT_FOUND', 'Shop closed', { reason: 'STORE_INACTIVE' })
          : error
      } finally {
        setLimitHeaders(reply, context)
      }
    },
    async run(variables, context) {
      const startedAt = performance.now()
      context.isPage = true
      compiled ??= compileOperation(schema, document)
      const operation = compiled
      const run = () => operation(variables, context)
      const { tracing } = context.services
      const { data, errors } = await (tracing ? tracing.inChild(name, operationSpan('shop', context), run) : run())
      const [error] = errors ?? []
      if (error) throw problemOfGraphQLError(error, context.log)
      if (!data || Object.values(data).includes(null)) throw notFound()
      meter.took((performance.now() - startedAt) / 1000)
      return data
    },
  }
}

function firstRootField(document: DocumentNode) {
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const field = definition?.selectionSet.selections[0]
  if (!definition || field?.kind !== Kind.FIELD) throw new Error('A page needs an operation with a root field')
  return { kind: definition.operation, name: field.name.value }
}
