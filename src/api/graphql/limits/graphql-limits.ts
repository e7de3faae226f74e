import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  Kind,
  Lexer,
  NoSchemaIntrospectionCustomRule,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
  type ValidationContext,
  visit,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { LimitName } from '../../admission/rate-limit-policy.ts'
import type { Context } from '../../context.ts'
import type { Subscription } from '../graphql-events.ts'
import { costOfDocument, learnSize, refusalOfCost, type Variables } from './document-cost.ts'
import { readLongVariables } from './long-variables.ts'

const MAX_TOKENS = 2_000
/** Of braces, brackets and parentheses: parsing and validation recurse once per level. */
const MAX_NESTING = 200

export interface ServerContext {
  storefront: Context
  accept: string | undefined
  subscription: Subscription
}

/** What Yoga is given is typed in every hook. */
export type ServerPlugin = Plugin<ServerContext, ServerContext>

export interface DocumentLimits {
  introspection: boolean
  budget: LimitName
}

/** Refuse documents that are too expensive, before any resolver runs. */
export const documentLimits = ({ introspection, budget }: DocumentLimits): ServerPlugin[] => [
  fewAndFlatTokens,
  fewRepetitions,
  plainNames,
  costLimit(budget),
  introspection ? fewIntrospections : noIntrospection,
]

const fewAndFlatTokens: ServerPlugin = {
  onParse({ setParseFn }) {
    setParseFn((source, options) => {
      checkTokens(source)
      return parse(source, options)
    })
  },
}

const opening = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closing = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/** @throws GraphQLError for a document that is too long or nested too deeply, or is no GraphQL */
function checkTokens(source: string | Source): void {
  const lexer = new Lexer(typeof source === 'string' ? new Source(source) : source)
  let depth = 0
  for (let tokens = 0; tokens <= MAX_TOKENS; tokens += 1) {
    const { kind } = lexer.advance()
    if (kind === TokenKind.EOF) return
    if (opening.has(kind)) depth += 1
    if (closing.has(kind)) depth -= 1
    if (depth > MAX_NESTING) throw new GraphQLError(`A document may be nested ${MAX_NESTING} levels deep at most.`)
  }
  throw new GraphQLError(`A document may have ${MAX_TOKENS} tokens at most. Send long lists as variables.`)
}

/** Validation compares every repeated field with every other, and so on below them. */
const MAX_REPETITIONS = 20

/** Frequent documents are parsed once. */
const unrepetitive = new WeakSet<DocumentNode>()

/** Not a validation rule, because it must run before those. */
const fewRepetitions: ServerPlugin = {
  onValidate({ params: { documentAST }, setResult }) {
    if (unrepetitive.has(documentAST)) return
    if (repetitions(documentAST) <= MAX_REPETITIONS) {
      unrepetitive.add(documentAST)
      return
    }
    setResult([new GraphQLError(`A document may repeat fields of a selection ${MAX_REPETITIONS} times at most.`)])
  },
}

function repetitions(document: DocumentNode): number {
  let repeated = 0
  visit(document, {
    SelectionSet(node, _key, parent) {
      // Counted with the selection that holds the fragment.
      if (parent && 'kind' in parent && parent.kind === Kind.INLINE_FRAGMENT) return
      const names = responseNames(node)
      repeated += names.length - new Set(names).size
    },
  })
  return repeated
}

const responseNames = ({ selections }: SelectionSetNode): string[] =>
  selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [(node.alias ?? node.name).value]
    return node.kind === Kind.INLINE_FRAGMENT ? responseNames(node.selectionSet) : [`...${node.name.value}`]
  })

/** Characters of cached documents; each costs about a hundred bytes. */
const MAX_CACHED = 500_000

const cacheByLength = <Cached extends object>() =>
  new LRUCache<string, Cached>({ maxSize: MAX_CACHED, sizeCalculation: (_, document) => document.length + 1 })

/** Bounded, so that strangers cannot fill the memory. */
export const documentCaches = () => ({
  documentCache: cacheByLength<DocumentNode>(),
  errorCache: cacheByLength<Error>(),
})

/** Not a validation rule: Yoga caches validation, but the cost depends on the variables. */
const costLimit = (budget: LimitName): ServerPlugin => ({
  async onExecute({ args, setResultAndStopExecution }) {
    Object.assign(args, await readLongVariables(args))
    const refusal = await refusalByCost(args, budget)
    if (refusal) setResultAndStopExecution({ errors: [refusal] })
  },
  // Each event costs about as much as the first, and they are few.
  async onSubscribe({ args, setResultAndStopExecution }) {
    const refusal = await refusalByCost(args, budget)
    if (refusal) setResultAndStopExecution({ errors: [refusal] })
  },
})

type CostlyArgs = Pick<ExecutionArgs, 'document' | 'operationName' | 'schema'> & {
  contextValue: ServerContext
  variableValues?: Variables | null | undefined
}

async function refusalByCost(args: CostlyArgs, budget: LimitName): Promise<GraphQLError | null> {
  const { document, operationName, schema, contextValue, variableValues } = args
  const { storefront } = contextValue
  const operation = getOperationAST(document, operationName)
  if (!operation) return null
  await learnSize(document, storefront)
  return refusalOfCost(costOfDocument(document, operation, schema, storefront, variableValues), storefront, budget)
}

/** GraphiQL asks once, and each answer is as large as the schema. */
const MAX_INTROSPECTIONS = 3

const fewIntrospections: ServerPlugin = {
  onValidate({ addValidationRule }) {
    addValidationRule((context: ValidationContext): ASTVisitor => {
      let found = 0
      return {
        Field({ name }) {
          if (name.value !== '__schema' && name.value !== '__type') return
          found += 1
          if (found === MAX_INTROSPECTIONS + 1) {
            context.reportError(
              new GraphQLError(`A document may ask for __schema or __type ${MAX_INTROSPECTIONS} times at most.`),
            )
          }
        },
      }
    })
  },
}

/** Yoga's executor takes a field `then` for a promise, after it has run, and a variable `__proto__` for none. */
const plainNames: ServerPlugin = {
  onValidate({ addValidationRule }) {
    addValidationRule((context: ValidationContext): ASTVisitor => {
      const refuse = (message: string, node: ASTNode) => context.reportError(new GraphQLError(message, { nodes: node }))
      return {
        Field(node) {
          if (node.alias?.value === 'then') refuse('A field cannot have the alias "then". Give it another.', node)
        },
        VariableDefinition(node) {
          if (node.variable.name.value === '__proto__') refuse('A variable cannot be called "__proto__".', node)
        },
      }
    })
  },
}

const noIntrospection: ServerPlugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule)
  },
}
