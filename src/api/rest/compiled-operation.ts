import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'

type Run = (variables: Readonly<Record<string, unknown>>, context: Context) => Promise<ExecutionResult>

/**
 * Takes a sixth of the time of interpreting. For this service's own operations only: compiling takes milliseconds, and
 * the function stays in memory.
 */
export function compileOperation(schema: GraphQLSchema, document: DocumentNode): Run {
  const operation = getOperationAST(document)
  const compiled = compileQuery(schema, document)
  if (!operation || !isCompiledQuery(compiled)) throw new Error('An operation of REST cannot be compiled')
  return async (variables, context) => {
    // graphql-jit words its refusals of variables in its own way.
    const refused = getVariableValues(schema, operation.variableDefinitions ?? [], variables).errors
    if (refused) return { errors: refused }
    const { data = null, errors } = await compiled.query({}, context, variables)
    return errors ? { data, errors: errors.map(withOriginal) } : { data }
  }
}

/** A value that does not fit the schema is a bug, which graphql-js marks by an original error. */
function withOriginal(error: GraphQLError): GraphQLError {
  const { message, path } = error
  return error.originalError ? error : new GraphQLError(message, { path, originalError: new Error(message) })
}
