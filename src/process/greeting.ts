import { resolve } from 'node:path'
import { build } from '../platform/package.ts'
import { createShopHosts } from '../web/shop/http/shop-hosts.ts'
import type { Config } from './config.ts'

export interface Served {
  port: number
  /** Of the demo store, if this start created it. */
  firstKey: string | null
}

/** Where to go: for a person at a terminal, otherwise a line of JSON like those of the log. */
export function greeting(config: Config, { port, firstKey }: Served, isTerminal: boolean): string {
  const { publicUrl, defaultStore, graphiql, shop, console } = config
  const base = publicUrl ?? `http://localhost:${port}`
  const msg = `storefront-gateway ${build} runs at ${base}`
  const places = {
    ...(shop && { Shop: shopAt(base, config) }),
    ...(console && { Console: `${base}/console` }),
    ...(graphiql && {
      GraphiQL: `${base}/${defaultStore ? '' : 'api/sites/<store>/'}graphql`,
      Owner: `${base}/api/sites/${defaultStore ?? '<store>'}/owner/graphql`,
    }),
    Documentation: `${base}/docs`,
    ...(defaultStore && { Store: `${base}/api/sites/${defaultStore}/products` }),
    ...(!config.database && { Data: resolve(config.dataDir) }),
    ...(firstKey && { "Owner's key": firstKey }),
  }
  if (!isTerminal) return `${JSON.stringify({ level: 30, time: Date.now(), ...places, msg })}\n`
  const lines = Object.entries(places).map(([name, place]) => `  ${name.padEnd(14)}  ${place}`)
  if (firstKey) lines.push("The owner's key is of the store demo, and not shown again.")
  return `\n${[msg, ...lines].join('\n')}\n\n`
}

function shopAt(base: string, { publicUrl, defaultStore, shopDomain }: Config): string {
  const own = defaultStore && shopDomain && createShopHosts(shopDomain, publicUrl).originOf(defaultStore, base)
  return own || `${base}/shop/${defaultStore ?? '<store>'}`
}
