import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql'

type Values = Readonly<Record<string, unknown>>

/** What a value of a type is completed by. */
export type Completion =
  | { kind: 'leaf'; type: GraphQLLeafType }
  | { kind: 'object'; selection: Selection }
  | { kind: 'list'; item: Completion; isItemNonNull: boolean }

/** What is asked of an object: its fields in the order of the answer. */
export interface Selection {
  type: GraphQLObjectType
  fields: readonly PlannedField[]
}

/** One field of an answer. */
export interface PlannedField {
  /** Its name there: the field's, or its alias. */
  key: string
  /** Its names in the path of an error. */
  parentType: GraphQLObjectType
  definition: GraphQLField<unknown, unknown>
  nodes: readonly FieldNode[]
  argumentsOf: (variables: Values) => Record<string, unknown>
  completion: Completion
  isNonNull: boolean
}

/** A query made ready to be executed many times. */
export interface QueryPlan {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  fragments: Readonly<Record<string, FragmentDefinitionNode>>
  selection: Selection
  /** Of all of its selections together. */
  fieldCount: number
}

/** Most fields of a plan: fragments can make a short document large. */
const MAX_FIELDS = 500

/** Thrown for what a plan leaves to the executor that reads the document each time. */
class NotPlanned extends Error {}

/**
 * Makes the plan of a document that is valid. Returns null for what is rarely asked: anything but a single query;
 * directives, by which the same document asks for different fields; questions about the schema; and very large ones.
 */
export function planQuery(schema: GraphQLSchema, document: DocumentNode): QueryPlan | null {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const [operation] = operations
  const type = schema.getQueryType()
  if (!type || !operation || operations.length > 1 || operation.operation !== 'query') return null
  if (operation.directives?.length) return null
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  for (const node of document.definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node
  const planning = { schema, fragments, fieldCount: 0 }
  try {
    const selection = planSelection(planning, type, [operation.selectionSet])
    return { schema, operation, fragments, selection, fieldCount: planning.fieldCount }
  } catch (error) {
    if (error instanceof NotPlanned) return null
    throw error
  }
}

interface Planning {
  schema: GraphQLSchema
  fragments: Readonly<Record<string, FragmentDefinitionNode>>
  fieldCount: number
}

function planSelection(planning: Planning, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selection {
  const byKey = new Map<string, FieldNode[]>()
  const visited = new Set<string>()
  for (const set of sets) collectFields(planning, type, set, byKey, visited)
  const fields = Array.from(byKey, ([key, nodes]) => planField(planning, type, key, nodes))
  return { type, fields }
}

function collectFields(
  planning: Planning,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  byKey: Map<string, FieldNode[]>,
  visited: Set<string>,
): void {
  for (const node of selections) {
    if (node.directives?.length) throw new NotPlanned()
    if (node.kind === Kind.FIELD) {
      const key = (node.alias ?? node.name).value
      const nodes = byKey.get(key)
      if (nodes) nodes.push(node)
      else byKey.set(key, [node])
      continue
    }
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      if (visited.has(node.name.value)) continue
      visited.add(node.name.value)
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : planning.fragments[node.name.value]
    // A type that is not the object's own would be one of several that it may have.
    if (!fragment || (fragment.typeCondition && fragment.typeCondition.name.value !== type.name)) throw new NotPlanned()
    if (fragment.directives?.length) throw new NotPlanned()
    collectFields(planning, type, fragment.selectionSet, byKey, visited)
  }
}

function planField(planning: Planning, parentType: GraphQLObjectType, key: string, nodes: FieldNode[]): PlannedField {
  planning.fieldCount += 1
  const [first] = nodes
  const definition = first && definitionOf(parentType, first.name.value)
  // `__proto__` as a key would be no field of an answer. What has no definition asks about the schema.
  if (!definition || key === '__proto__' || planning.fieldCount > MAX_FIELDS) throw new NotPlanned()
  return {
    key,
    parentType,
    definition,
    nodes,
    argumentsOf: argumentsOf(definition, first),
    completion: completionOf(planning, definition.type, nodes),
    isNonNull: isNonNullType(definition.type),
  }
}

const definitionOf = (type: GraphQLObjectType, name: string): PlannedField['definition'] | undefined =>
  name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : type.getFields()[name]

function argumentsOf(definition: PlannedField['definition'], node: FieldNode): PlannedField['argumentsOf'] {
  // Each call gets values of its own, which it may change.
  if (definition.args.length === 0) return () => ({})
  return (variables) => getArgumentValues(definition, node, variables)
}

function completionOf(planning: Planning, given: GraphQLOutputType, nodes: readonly FieldNode[]): Completion {
  const type = isNonNullType(given) ? given.ofType : given
  if (isLeafType(type)) return { kind: 'leaf', type }
  if (isListType(type)) {
    const item = completionOf(planning, type.ofType, nodes)
    return { kind: 'list', item, isItemNonNull: isNonNullType(type.ofType) }
  }
  if (!isObjectType(type) || type.isTypeOf) throw new NotPlanned()
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return { kind: 'object', selection: planSelection(planning, type, sets) }
}
