import type { Config } from './config.ts'
import { build } from './platform/package.ts'
import { createShopHosts } from './shop/door/shop-hosts.ts'

export interface Served {
  port: number
  /** Of the demo store, if this start created it. */
  firstKey: string | null
}

export function greeting(config: Config, { port, firstKey }: Served): string {
  const { publicUrl, defaultStore, graphiql, shop, console } = config
  const base = publicUrl ?? `http://localhost:${port}`
  const lines = [
    `storefront-gateway ${build} runs at ${base}`,
    ...(shop ? [`  Shop            ${shopAt(base, config)}`] : []),
    ...(console ? [`  Console         ${base}/console`] : []),
    ...(graphiql ? [`  GraphiQL        ${base}/${defaultStore ? '' : 'api/sites/<store>/'}graphql`] : []),
    ...(graphiql ? [`  Owner           ${base}/api/sites/${defaultStore ?? '<store>'}/owner/graphql`] : []),
    `  Documentation   ${base}/docs`,
    ...(defaultStore ? [`  Store           ${base}/api/sites/${defaultStore}/products`] : []),
    ...(firstKey ? [`  Owner's key     ${firstKey} (of the store demo; it is not shown again)`] : []),
  ]
  return `\n${lines.join('\n')}\n\n`
}

function shopAt(base: string, { publicUrl, defaultStore, shopDomain }: Config): string {
  const own = defaultStore && shopDomain && createShopHosts(shopDomain, publicUrl).originOf(defaultStore, base)
  return own || `${base}/shop/${defaultStore ?? '<store>'}`
}
