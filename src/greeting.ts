import type { Config } from './config.ts'
import { version } from './platform/package.ts'

export interface Served {
  port: number
  /** Of the demo store, if this start created it. */
  firstKey: string | null
}

export function greeting({ publicUrl, defaultStore, graphiql, shop }: Config, { port, firstKey }: Served): string {
  const base = publicUrl ?? `http://localhost:${port}`
  const lines = [
    `storefront-gateway ${version} runs at ${base}`,
    ...(shop ? [`  Shop            ${base}/shop/${defaultStore ?? '<store>'}`] : []),
    ...(graphiql ? [`  GraphiQL        ${base}/${defaultStore ? '' : 'api/sites/<store>/'}graphql`] : []),
    ...(graphiql ? [`  Owner           ${base}/api/sites/${defaultStore ?? '<store>'}/owner/graphql`] : []),
    `  Documentation   ${base}/docs`,
    ...(defaultStore ? [`  Store           ${base}/api/sites/${defaultStore}/products`] : []),
    ...(firstKey ? [`  Owner's key     ${firstKey} (of the store demo; it is not shown again)`] : []),
  ]
  return `\n${lines.join('\n')}\n\n`
}
