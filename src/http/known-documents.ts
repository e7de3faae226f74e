import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Context } from '../gateway/context.ts'
import { planQuery, type QueryPlan } from '../gateway/query-plan.ts'
import type { LimitName } from '../gateway/rate-limit-policy.ts'
import { runPlan } from '../gateway/run-plan.ts'
import { asksForFacets, costOfDocument, isFree, learnSize, refusalOfCost } from './document-cost.ts'

type Values = Readonly<Record<string, unknown>>

/** A request for a document that has a plan. */
export interface KnownRequest {
  execute(storefront: Context): Promise<ExecutionResult>
  /** Of the answer. */
  headers: ReadonlyMap<string, string>
}

interface KnownDocument {
  node: DocumentNode
  plan: QueryPlan
  /** Once it is known, if it is the same whatever the variables are. */
  cost: number | null
  hasOneCost: boolean
}

/** How Yoga has answered a document that was executed. */
export interface YogaAnswer {
  /** The request's body. */
  params: unknown
  accept: string | undefined
  document: DocumentNode
  status: number
  type: string | null
}

/** Executions after which a document gets a plan. */
const ASKED_OFTEN = 2
/** Total characters of documents that were asked less often, and of those that get no plan. */
const MAX_COUNTED = 200_000
/** Total characters of documents with plans; each costs about a hundred bytes. */
const MAX_PLANNED = 200_000
/** What the plan of a field counts as: about a kilobyte. */
const CHARACTERS_OF_FIELD = 10
/** Different `Accept` headers whose answer's type is remembered. */
const MAX_ACCEPTS = 100
const LONGEST_ACCEPT = 200

/** The types of answers in one piece. Others are streams. */
const types = new Set(['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'])

const UNPLANNED = Number.POSITIVE_INFINITY

/**
 * Documents that are asked often. They are executed by plans, without what Yoga does for each request. Whether a
 * document is valid, and which type of answer an `Accept` header gets, is learnt from answers of Yoga, and it answers
 * whatever is not a plain request for such a document.
 */
export function createKnownDocuments(schema: GraphQLSchema, budget: LimitName) {
  const timesAsked = new LRUCache<string, number>({
    maxSize: MAX_COUNTED,
    sizeCalculation: (_, { length }) => length + 1,
  })
  const documents = new LRUCache<string, KnownDocument>({
    maxSize: MAX_PLANNED,
    sizeCalculation: ({ plan }, { length }) => length + CHARACTERS_OF_FIELD * plan.fieldCount,
  })
  const headersByAccept = new LRUCache<string, ReadonlyMap<string, string>>({ max: MAX_ACCEPTS })

  async function execute(document: KnownDocument, given: Values, variables: Values, storefront: Context) {
    const { node, plan, hasOneCost } = document
    if (asksForFacets(node)) await learnSize(node, storefront)
    const cost = document.cost ?? costOfDocument(node, plan.operation, schema, storefront, given)
    if (hasOneCost && typeof cost === 'number') document.cost = cost
    const refusal = isFree(cost) ? null : await refusalOfCost(cost, storefront, budget)
    return refusal ? { errors: [refusal] } : await runPlan(plan, variables, storefront)
  }

  return {
    /** Call it with what Yoga has answered. */
    learn({ params, accept = '', document, status, type }: YogaAnswer): void {
      const query = plainParams(params)?.query
      if (status !== 200 || type === null || !types.has(type) || query === undefined) return
      if (accept.length <= LONGEST_ACCEPT) headersByAccept.set(accept, new Map([['content-type', type]]))
      if (documents.has(query)) return
      const times = (timesAsked.get(query) ?? 0) + 1
      timesAsked.set(query, times)
      if (times < ASKED_OFTEN || times === UNPLANNED) return
      const plan = planQuery(schema, document)
      if (plan) {
        documents.set(query, {
          node: document,
          plan,
          cost: null,
          hasOneCost: hasOneCost(plan.operation) && !asksForFacets(document),
        })
        timesAsked.delete(query)
      } else timesAsked.set(query, UNPLANNED)
    },

    /** What the body asks for; null when Yoga is to answer it, also with what is wrong with the request. */
    find(params: unknown, accept = ''): KnownRequest | null {
      const headers = headersByAccept.get(accept)
      const plain = headers && plainParams(params)
      const document = plain && documents.get(plain.query)
      if (!document) return null
      const { operation } = document.plan
      if (plain.operationName !== undefined && plain.operationName !== operation.name?.value) return null
      const given = plain.variables ?? {}
      const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given, { maxErrors: 1 })
      if (!coerced) return null
      return { headers, execute: (storefront) => execute(document, given, coerced, storefront) }
    },
  }
}

/**
 * Whichever thing an id names, asking for it costs the same. With a default, null may come where there has to be an id,
 * which is told with the cost.
 */
const hasOneCost = ({ variableDefinitions = [] }: OperationDefinitionNode): boolean =>
  variableDefinitions.every(({ type, defaultValue }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type
    return !defaultValue && named.kind === Kind.NAMED_TYPE && named.name.value === 'ID'
  })

interface PlainParams {
  query: string
  variables: Record<string, unknown> | undefined
  operationName: string | undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body in which nothing is unusual; null for others. */
function plainParams(params: unknown): PlainParams | null {
  if (!isObject(params)) return null
  const { query, variables, operationName, ...others } = params
  if (typeof query !== 'string' || Object.keys(others).length > 0) return null
  if (variables !== undefined && variables !== null && !isObject(variables)) return null
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') return null
  return { query, variables: variables ?? undefined, operationName: operationName ?? undefined }
}
