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
): Answers | PromiseLike<Answers> {
  const answers: Answers = {}
  let pending: PromiseLike<unknown>[] | null = null
  try {
    for (const field of fields) {
      const answer = runField(run, field, source, path, type.name)
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
  if (!pending) return answers
  const [only] = pending
  // Beside the only root field nothing is under way whose errors could come in another order then.
  if (only && pending.length === 1 && path === undefined) return only.then(() => answers)
  return Promise.all(pending).then(() => answers)
}

function runField(run: Run, field: PlannedField, source: unknown, parent: Path | undefined, typename: string): unknown {
  const { key, definition, completion, isNonNull } = field
  let path: Path | undefined
  try {
    let value: unknown
    if (definition.resolve) {
      path = { prev: parent, key, typename }
      value = definition.resolve(source, field.argumentsOf(run.variables), run.context, infoOf(run, field, path))
    } else {
      // As graphql-js does for a field without a resolver. Most fields are such, and need no path unless they fail.
      value = typeof source === 'object' && source !== null ? (source as Answers)[definition.name] : undefined
      if (completion.kind === 'leaf' && typeof value !== 'function' && !isPromise(value)) {
        return completeLeaf(field, completion.type, isNonNull, value)
      }
      path = { prev: parent, key, typename }
      if (typeof value === 'function') {
        value = value.call(source, field.argumentsOf(run.variables), run.context, infoOf(run, field, path))
      }
    }
    const at = path
    const answer = isPromise(value)
      ? value.then((resolved) => complete(run, field, completion, isNonNull, resolved, at))
      : complete(run, field, completion, isNonNull, value, at)
    return isPromise(answer) ? answer.then(undefined, (error: unknown) => failedField(run, error, field, at)) : answer
  } catch (error) {
    return failedField(run, error, field, path ?? { prev: parent, key, typename })
  }
}

function failedField(run: Run, error: unknown, field: PlannedField, path: Path): null {
  const causes = error instanceof AggregateError ? error.errors : [error]
  for (const cause of causes) failed(run, cause, field, path, field.isNonNull)
  return null
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
  if (completion.kind === 'leaf') return completeLeaf(field, completion.type, isNonNull, value)
  if (isNothing(field, isNonNull, value)) return null
  if (completion.kind === 'object') return runSelection(run, completion.selection, value, path)
  return completeList(run, field, completion, value, path)
}

const completeLeaf = (field: PlannedField, type: LeafType, isNonNull: boolean, value: unknown): unknown =>
  isNothing(field, isNonNull, value) ? null : serialized(type, value)

/** Whether there is no value, which may be. Throws what is there in its place, or that there must be one. */
function isNothing({ parentType, definition }: PlannedField, isNonNull: boolean, value: unknown): boolean {
  if (value instanceof Error) throw value
  if (value !== null && value !== undefined) return false
  if (!isNonNull) return true
  throw new Error(`Cannot return null for non-nullable field ${parentType.name}.${definition.name}.`)
}

type LeafType = (Completion & { kind: 'leaf' })['type']

function serialized(type: LeafType, value: unknown): unknown {
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
  const answers: unknown[] = []
  let hasPromises = false
  try {
    for (const value of values) {
      const itemPath = { prev: path, key: answers.length, typename: undefined }
      const answer = completeItem(run, field, item, isItemNonNull, value, itemPath)
      if (isPromise(answer)) hasPromises = true
      answers.push(answer)
    }
  } catch (error) {
    if (!hasPromises) throw error
    // The other items may fail, too, which nobody would notice.
    const rethrow = () => Promise.reject(error)
    return Promise.all(answers).then(rethrow, rethrow)
  }
  return hasPromises ? Promise.all(answers) : answers
}

function completeItem(
  run: Run,
  field: PlannedField,
  item: Completion,
  isNonNull: boolean,
  value: unknown,
  path: Path,
): unknown {
  try {
    const answer = isPromise(value)
      ? value.then((resolved) => complete(run, field, item, isNonNull, resolved, path))
      : complete(run, field, item, isNonNull, value, path)
    return isPromise(answer)
      ? answer.then(undefined, (error: unknown) => failed(run, error, field, path, isNonNull))
      : answer
  } catch (error) {
    return failed(run, error, field, path, isNonNull)
  }
}
