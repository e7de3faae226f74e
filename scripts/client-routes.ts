import { OF_PROVIDER } from '../src/web/docs/render/openapi-document.ts'
import type { Json } from './openapi-types.ts'

const HEAD = '// Made by "npm run generate" of schema/openapi.json.\n'
const STORE = '/api/sites/{subdomain}'

/** The routes of the client in clients/typescript, by operation: method, path, and whether a token is sent. */
export function clientRoutes({ paths }: Json): string {
  const lines = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([, { operationId }]) => operationId !== OF_PROVIDER)
      .map(([method, { operationId, security }]) => {
        const parts = [method.toUpperCase(), path.replace(STORE, ''), ...tokenOf(security)]
        return `  ${operationId}: '${parts.join(' ')}',\n`
      }),
  )
  return `${HEAD}export const routes = {\n${lines.join('')}}\n`
}

/** `?` of an operation that reads the customer's token, `!` of one that does nothing without it. */
function tokenOf(security: Json[]): ('?' | '!')[] {
  if (security.length === 0) return []
  return security.some((scheme) => Object.keys(scheme).length === 0) ? ['?'] : ['!']
}
