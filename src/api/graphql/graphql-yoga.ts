import type { ExecutionArgs, ExecutionResult, GraphQLSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { Context } from '../context.ts'
import { subscriptions } from './graphql-events.ts'
import {
  type DocumentLimits,
  documentCaches,
  documentLimits,
  type ServerContext,
  type ServerPlugin,
} from './limits/graphql-limits.ts'
import { deprecatedIn } from './schema/deprecation-plugin.ts'

/** Whatever path leads to it. */
export const ENDPOINT = '/graphql'

interface YogaOptions extends DocumentLimits {
  schema: GraphQLSchema
  shown: (result: ExecutionResult, storefront: Context) => ExecutionResult
  onSubscribed: (storefront: Context) => void
}

/** Yoga reads, checks and executes documents; Fastify does all else. */
export const storefrontYoga = ({ schema, shown, onSubscribed, ...limits }: YogaOptions) =>
  createYoga<ServerContext>({
    schema,
    graphqlEndpoint: ENDPOINT,
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    // Fastify has limited the body. Yoga would send it through two more streams.
    maxRequestBodySize: false,
    parserAndValidationCache: documentCaches(),
    logging: false,
    // `presentable` converts every error, also those of invalid documents.
    maskedErrors: false,
    plugins: [
      subscriptions.begin,
      ...documentLimits(limits),
      deprecations,
      storefrontContext,
      presentation({ shown, onSubscribed }),
      subscriptions.answer,
    ],
  })

const noteDeprecated = ({ schema, document, contextValue }: DocumentArgs): void => {
  const { called } = contextValue.storefront
  if (called) called.deprecated = deprecatedIn(schema, document)
}

type DocumentArgs = Pick<ExecutionArgs, 'schema' | 'document'> & { contextValue: ServerContext }

const deprecations: ServerPlugin = {
  onExecute: ({ args }) => noteDeprecated(args),
  onSubscribe: ({ args }) => noteDeprecated(args),
}

/** Yoga would copy our context field by field, and so run its getters. */
const storefrontContext: ServerPlugin = {
  onExecute({ executeFn, setExecuteFn }) {
    setExecuteFn((args: ExecutionArgs) => executeFn(withStorefront(args)))
  },
  onSubscribe({ subscribeFn, setSubscribeFn }) {
    setSubscribeFn((args: ExecutionArgs) => subscribeFn(withStorefront(args)))
  },
}

const withStorefront = (args: ExecutionArgs): ExecutionArgs => ({
  ...args,
  // graphql-js leaves the type open; it is what `fetch` was given.
  contextValue: (args.contextValue as ServerContext).storefront,
})

const presentation = ({ shown, onSubscribed }: Pick<YogaOptions, 'shown' | 'onSubscribed'>): ServerPlugin => ({
  onResultProcess({ result, setResult, serverContext: { storefront } }) {
    // Batches are refused.
    if (Array.isArray(result)) return
    // A subscription's events are shown one by one.
    if (Symbol.asyncIterator in result) onSubscribed(storefront)
    else setResult(shown(result, storefront))
  },
})
