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
import type { Context } from '../context.ts'
import type { Subscription } from '../graphql-events.ts'
import { costOfDocument, learnSize, refusalOfCost, type Variables } from './document-cost.ts'
import { readLongVariables } from './long-variables.ts'

const MAX_TOKENS = 2_000
/** Deepest nesting of braces, brackets and parentheses. Parsing and validation call themselves once for each level. */
const MAX_NESTING = 200

/** What Yoga is given with each request. */
export interface ServerContext {
  storefront: Context
  /** The request's `Accept` header. */
  accept: string | undefined
  subscription: Subscription
}

/** A plugin of Yoga's, for which what Yoga is given is typed in every hook. */
export type ServerPlugin = Plugin<ServerContext, ServerContext>

export interface DocumentLimits {
  introspection: boolean
  /** The limit that the cost of documents counts against. */
  budget: LimitName
}

/** Plugins that refuse documents which are too expensive, before any resolver runs. */
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
      checkNesting(source)
      return parse(source, { ...options, maxTokens: MAX_TOKENS })
    })
  },
}

const opening = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closing = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/** @throws GraphQLError for a document that is nested too deeply, or that is no GraphQL */
function checkNesting(source: string | Source): void {
  const lexer = new Lexer(typeof source === 'string' ? new Source(source) : source)
  let depth = 0
  // What has more tokens is refused by the parser.
  for (let tokens = 0; tokens <= MAX_TOKENS; tokens += 1) {
    const { kind } = lexer.advance()
    if (kind === TokenKind.EOF) return
    if (opening.has(kind)) depth += 1
    if (closing.has(kind)) depth -= 1
    if (depth > MAX_NESTING) throw new GraphQLError(`A document may be nested ${MAX_NESTING} levels deep at most.`)
  }
}

/**
 * Most repeated fields of a document. Validation compares every repeated field with every other, and so on below them.
 */
const MAX_REPETITIONS = 20

/** Documents that repeat little. Those that are asked often are parsed once. */
const unrepetitive = new WeakSet<DocumentNode>()

/** This cannot be a validation rule, because it must run before the other rules do. */
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
      // Fields of an inline fragment are counted with the selection that holds it.
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

/** Total characters of the documents whose parsed form is cached; each character costs about a hundred bytes. */
const MAX_KEPT = 500_000

const keptByLength = <Kept extends object>() =>
  new LRUCache<string, Kept>({ maxSize: MAX_KEPT, sizeCalculation: (_, document) => document.length + 1 })

/** Bounded caches for Yoga's parsed documents, so that strangers cannot fill the memory. */
export const documentCaches = () => ({
  documentCache: keptByLength<DocumentNode>(),
  errorCache: keptByLength<Error>(),
})

/** This cannot be a validation rule: Yoga caches the result of validation, but the cost depends on the variables. */
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

/**
 * Most times that one document may ask for the schema. GraphiQL asks once, and each answer is as large as the schema.
 */
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

/**
 * Names that Yoga's executor takes for something else: an answer with a field `then` for a promise, after the field has
 * run, and a variable `__proto__` for no variable.
 */
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
