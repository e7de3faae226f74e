import type { ExecutionArgs, ExecutionResult, GraphQLSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { Context } from './context.ts'
import { subscriptions } from './graphql-events.ts'
import {
  type DocumentLimits,
  documentCaches,
  documentLimits,
  type ServerContext,
  type ServerPlugin,
} from './limits/graphql-limits.ts'

/** Where Yoga answers, whatever path leads to it. */
export const ENDPOINT = '/graphql'

interface YogaOptions extends DocumentLimits {
  schema: GraphQLSchema
  /** The result as the client may see it. */
  shown: (result: ExecutionResult, storefront: Context) => ExecutionResult
  /** Called when a subscription has begun. */
  onSubscribed: (storefront: Context) => void
}

/** Yoga as we use it: it reads, checks and executes documents, and Fastify does all else. */
export const storefrontYoga = ({ schema, shown, onSubscribed, ...limits }: YogaOptions) =>
  createYoga<ServerContext>({
    schema,
    graphqlEndpoint: ENDPOINT,
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    // Fastify has read the body by then, and no more of it than is allowed. Yoga would send it through two more streams.
    maxRequestBodySize: false,
    parserAndValidationCache: documentCaches(),
    logging: false,
    // `presentable` converts every error, also those of documents that do not validate.
    maskedErrors: false,
    plugins: [
      subscriptions.begin,
      ...documentLimits(limits),
      storefrontContext,
      presentation({ shown, onSubscribed }),
      subscriptions.answer,
    ],
  })

/** Resolvers get our context itself. Yoga would copy it field by field, and so make what is only made when it is used. */
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
