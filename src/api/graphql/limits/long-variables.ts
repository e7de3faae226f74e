import { setImmediate } from 'node:timers/promises'
import {
  coerceInputValue,
  type ExecutionArgs,
  type GraphQLInputType,
  type GraphQLList,
  getNullableType,
  getOperationAST,
  isInputType,
  isListType,
  Kind,
  type NamedTypeNode,
  typeFromAST,
} from 'graphql'

/** Then the event loop gets a turn: a list of 10,000 rows takes a tenth of a second. */
const READ_AT_ONCE = 500

/** Takes a value as it is, in both schemas. */
const ANY: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } }

type Asked = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>

/**
 * Reads long lists of variables in parts, and once, instead of whole for the cost and again for executing.
 * @returns the request with these lists as a type that is not read again; nothing when none is long, or one has a
 * mistake, which executing reports
 */
export async function readLongVariables({
  schema,
  document,
  operationName,
  variableValues,
}: Asked): Promise<Pick<Asked, 'document' | 'variableValues'> | null> {
  const operation = getOperationAST(document, operationName)
  if (!operation?.variableDefinitions) return null
  const read = new Map<string, unknown[]>()
  for (const { variable, type } of operation.variableDefinitions) {
    const name = variable.name.value
    const given = variableValues?.[name]
    if (!Array.isArray(given) || given.length <= READ_AT_ONCE) continue
    const list = getNullableType(typeFromAST(schema, type))
    if (!isListType(list) || !isInputType(list)) continue
    const entries = await readInParts(given, list)
    if (!entries) return null
    read.set(name, entries)
  }
  if (read.size === 0) return null
  const variableDefinitions = operation.variableDefinitions.map((definition) =>
    read.has(definition.variable.name.value) ? { ...definition, type: ANY } : definition,
  )
  const definitions = document.definitions.map((one) => (one === operation ? { ...one, variableDefinitions } : one))
  return { document: { ...document, definitions }, variableValues: { ...variableValues, ...Object.fromEntries(read) } }
}

async function readInParts(given: readonly unknown[], list: GraphQLList<GraphQLInputType>): Promise<unknown[] | null> {
  const entries: unknown[] = []
  let hasMistake = false
  for (let start = 0; start < given.length && !hasMistake; start += READ_AT_ONCE) {
    if (start > 0) await setImmediate()
    const part = coerceInputValue(given.slice(start, start + READ_AT_ONCE), list, () => {
      hasMistake = true
    })
    entries.push(...(part as unknown[])) // a list, since the type is one
  }
  return hasMistake ? null : entries
}
