import type { ExecutionArgs } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { ServerContext } from './graphql-limits.ts'

/** Resolvers get our context itself. Yoga would copy it field by field, and so make what is only made when it is used. */
export const storefrontContext: Plugin<ServerContext> = {
  onExecute({ executeFn, setExecuteFn }) {
    setExecuteFn((args: ExecutionArgs) => {
      const { storefront } = args.contextValue as ServerContext // what `fetch` was given
      return executeFn({ ...args, contextValue: storefront })
    })
  },
  onSubscribe({ subscribeFn, setSubscribeFn }) {
    setSubscribeFn((args: ExecutionArgs) => {
      const { storefront } = args.contextValue as ServerContext
      return subscribeFn({ ...args, contextValue: storefront })
    })
  },
}
