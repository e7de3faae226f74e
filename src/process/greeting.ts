import { resolve } from 'node:path'
import { build } from '../platform/package.ts'
import { createShopHosts } from '../web/shop/http/shop-hosts.ts'
import type { Config } from './config.ts'

export interface Served {
  port: number
  /** Of the demo store, if this start created it. */
  firstKey: string | null
  /** While nobody has set the installation up; only its hash is stored. */
  setUpCode: string | null
}

/** Where to go: for a person at a terminal, otherwise a line of JSON like those of the log. */
export function greeting(config: Config, { port, firstKey, setUpCode }: Served, isTerminal: boolean): string {
  const { defaultStore, graphiql, shop, console } = config
  const base = baseOf(config, port)
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
  const setUp = setUpCode ? setUpLine(base, setUpCode, isTerminal) : ''
  if (!isTerminal) return `${JSON.stringify({ level: 30, time: Date.now(), ...places, msg })}\n${setUp}`
  const lines = Object.entries(places).map(([name, place]) => `  ${name.padEnd(14)}  ${place}`)
  if (firstKey) lines.push("The owner's key is of the store demo, and not shown again.")
  return `\n${[msg, ...lines].join('\n')}\n${setUp}\n`
}

/** In a line of its own, also where several processes serve and only one has made the code. */
export function setUpLine(base: string, code: string, isTerminal: boolean): string {
  const page = `${base}/console/set-up`
  if (isTerminal) return `  ${'Set up'.padEnd(14)}  ${page} with the code ${code} (24 hours)\n`
  const msg = 'Nobody has set this installation up'
  return `${JSON.stringify({ level: 30, time: Date.now(), 'Set up': page, Code: code, msg })}\n`
}

/** Without a trailing slash. */
export const baseOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, port: number): string =>
  publicUrl ?? `http://localhost:${port}`

function shopAt(base: string, { publicUrl, defaultStore, shopDomain }: Config): string {
  const own = defaultStore && shopDomain && createShopHosts(shopDomain, publicUrl).originOf(defaultStore, base)
  return own || `${base}/shop/${defaultStore ?? '<store>'}`
}
