import { type ExecutionResult, GraphQLError, type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql'
import type { Completion, PlannedField, QueryPlan, Selection } from './query-plan.ts'

type Values = Readonly<Record<string, unknown>>
type Path = GraphQLResolveInfo['path']

/** One execution of a plan. */
interface Run {
  plan: QueryPlan
  /** Coerced. */
  variables: Record<string, unknown>
  context: unknown
  errors: GraphQLError[]
}

/**
 * Executes a plan. It does step by step what the executor of `@graphql-tools` does, which Yoga uses: resolvers run in
 * the same order, and the answer has the same fields and the same errors in the same order. It takes less time because
 * nothing of the document is looked up again for each object.
 * @param variables coerced
 */
export async function runPlan(plan: QueryPlan, variables: Values, context: unknown): Promise<ExecutionResult> {
  const run: Run = { plan, variables, context, errors: [] }
  const { errors } = run
  try {
    const data = await runSelection(run, plan.selection, undefined, undefined)
    return errors.length === 0 ? { data } : { errors, data }
  } catch (error) {
    // Root fields may be null, so that their errors end there; what fails here is a mistake of ours.
    errors.push(locatedError(error, undefined))
    return { errors, data: null }
  }
}

type Answers = Record<string, unknown>

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value

function runSelection(
  run: Run,
  { type, fields }: Selection,
  source: unknown,
  path: Path | undefined,
): Answers | Promise<Answers> {
  const answers: Answers = {}
  let pending: PromiseLike<unknown>[] | null = null
  try {
    for (const field of fields) {
      const answer = runField(run, field, source, { prev: path, key: field.key, typename: type.name })
      answers[field.key] = answer
      if (!isPromise(answer)) continue
      pending ??= []
      pending.push(
        answer.then((value) => {
          answers[field.key] = value
        }),
      )
    }
  } catch (error) {
    if (!pending) throw error
    // The other fields may fail, too, which nobody would notice.
    return Promise.all(pending).then(
      () => Promise.reject(error),
      () => Promise.reject(error),
    )
  }
  return pending ? Promise.all(pending).then(() => answers) : answers
}

function runField(run: Run, field: PlannedField, source: unknown, path: Path): unknown {
  const fail = (error: unknown) => {
    const causes = error instanceof AggregateError ? error.errors : [error]
    for (const cause of causes) failed(run, cause, field, path, field.isNonNull)
    return null
  }
  try {
    const value = resolve(run, field, source, path)
    const answer = isPromise(value)
      ? value.then((resolved) => complete(run, field, field.completion, field.isNonNull, resolved, path))
      : complete(run, field, field.completion, field.isNonNull, value, path)
    return isPromise(answer) ? answer.then(undefined, fail) : answer
  } catch (error) {
    return fail(error)
  }
}

function resolve(run: Run, field: PlannedField, source: unknown, path: Path): unknown {
  const { definition, argumentsOf } = field
  if (definition.resolve)
    return definition.resolve(source, argumentsOf(run.variables), run.context, infoOf(run, field, path))
  if (typeof source !== 'object' || source === null) return undefined
  // As graphql-js does for a field without a resolver.
  const value = (source as Answers)[definition.name]
  return typeof value === 'function'
    ? value.call(source, argumentsOf(run.variables), run.context, infoOf(run, field, path))
    : value
}

const infoOf = ({ plan, variables }: Run, field: PlannedField, path: Path): GraphQLResolveInfo => ({
  fieldName: field.definition.name,
  fieldNodes: field.nodes,
  returnType: field.definition.type,
  parentType: field.parentType,
  path,
  schema: plan.schema,
  fragments: plan.fragments,
  rootValue: undefined,
  operation: plan.operation,
  variableValues: variables,
})

/** Notes the error. Returns null in the value's place, or throws where there must be a value. */
function failed(run: Run, error: unknown, field: PlannedField, path: Path, isNonNull: boolean): null {
  const located = locatedError(error, field.nodes, responsePathAsArray(path))
  if (isNonNull) throw located
  run.errors.push(located)
  return null
}

function complete(
  run: Run,
  field: PlannedField,
  completion: Completion,
  isNonNull: boolean,
  value: unknown,
  path: Path,
): unknown {
  if (value instanceof Error) throw value
  if (value === null || value === undefined) {
    if (!isNonNull) return null
    throw new Error(`Cannot return null for non-nullable field ${field.parentType.name}.${field.definition.name}.`)
  }
  if (completion.kind === 'leaf') return serialized(completion.type, value)
  if (completion.kind === 'object') return runSelection(run, completion.selection, value, path)
  return completeList(run, field, completion, value, path)
}

function serialized(type: (Completion & { kind: 'leaf' })['type'], value: unknown): unknown {
  let given: unknown
  try {
    given = type.serialize(value)
  } catch (error) {
    // What does not fit the schema is a mistake of ours, and no error of the document.
    throw error instanceof GraphQLError ? new Error(error.message) : error
  }
  if (given === null || given === undefined) throw new Error(`A value of ${type.name} became nothing`)
  return given
}

function completeList(
  run: Run,
  field: PlannedField,
  { item, isItemNonNull }: Completion & { kind: 'list' },
  values: unknown,
  path: Path,
): unknown {
  if (!isIterable(values)) {
    const name = `${field.parentType.name}.${field.definition.name}`
    throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`)
  }
  let hasPromises = false
  const answers = Array.from(values, (value, index) => {
    const itemPath = { prev: path, key: index, typename: undefined }
    const fail = (error: unknown) => failed(run, error, field, itemPath, isItemNonNull)
    try {
      const answer = isPromise(value)
        ? value.then((resolved) => complete(run, field, item, isItemNonNull, resolved, itemPath))
        : complete(run, field, item, isItemNonNull, value, itemPath)
      if (!isPromise(answer)) return answer
      hasPromises = true
      return answer.then(undefined, fail)
    } catch (error) {
      return fail(error)
    }
  })
  return hasPromises ? Promise.all(answers) : answers
}
