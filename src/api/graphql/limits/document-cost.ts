import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { Problem } from '../../../platform/problem.ts'
import { count } from '../../admission/admission.ts'
import type { LimitName } from '../../admission/rate-limit-policy.ts'
import type { Context } from '../../context.ts'

/** In fields. 100 products with variants and 5 reviews each cost a few thousand. */
const MAX_COST = 20_000

/** Counts against no cost limit, because root fields are counted and one list costs about as much. */
const FREE_COST = 1_000

export type Variables = NonNullable<Parameters<typeof complexityFromQuery>[1]['variables']>

/** Null when the document may run. */
export async function refusalOfCost(
  cost: number | GraphQLError,
  storefront: Context,
  budget: LimitName,
): Promise<GraphQLError | null> {
  if (cost instanceof GraphQLError) return cost
  if (cost > MAX_COST) {
    return new GraphQLError(
      `This query costs ${cost}, and at most ${MAX_COST} is allowed. Ask for fewer entries (first) or fewer fields.`,
    )
  }
  if (cost <= FREE_COST) return null
  try {
    await count(storefront, budget, cost - FREE_COST)
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return new GraphQLError(error.message, { originalError: error })
  }
}

const askingForFacets = new WeakMap<DocumentNode, boolean>()

/** Facets read all the store's products. */
function asksForFacets(document: DocumentNode): boolean {
  const known = askingForFacets.get(document)
  if (known !== undefined) return known
  let asks = false
  visit(document, {
    Field({ name }) {
      asks ||= name.value === 'facets'
    },
  })
  askingForFacets.set(document, asks)
  return asks
}

/** Call it before `costOfDocument`, which reads nothing. */
export async function learnSize(document: DocumentNode, storefront: Context): Promise<void> {
  if (!storefront.foundStore || !asksForFacets(document)) return
  try {
    await storefront.services.catalogueSizes.find(storefront)
  } catch (error) {
    // Its fields then fail as well, and report that.
    storefront.log.debug({ err: error }, 'Could not read the size of the catalogue')
  }
}

/**
 * An argument may refuse a variable that the document allows: null, where it has a default. Then the whole document
 * fails, because its other fields would run uncounted.
 */
export function costOfDocument(
  { definitions, ...document }: DocumentNode,
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  ctx: object,
  variables: Variables | null | undefined,
): number | GraphQLError {
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const asked = { ...document, definitions: [operation, ...fragments] }
  const given = variables ?? {}
  try {
    return complexityFromQuery(asked, { schema, ctx, variables: given }).complexity
  } catch (error) {
    // Executing the document reports all that is wrong with its variables.
    if (getVariableValues(schema, operation.variableDefinitions ?? [], given).errors) return 0
    if (error instanceof GraphQLError) return error
    throw error
  }
}
