import type { Config } from './config.ts'

/** What a person wants to know once the service runs: where to look. */
export function greeting({ publicUrl, defaultStore, graphiql }: Config, port: number): string {
  const base = publicUrl ?? `http://localhost:${port}`
  const lines = [
    `storefront-gateway runs at ${base}`,
    ...(graphiql ? [`  GraphiQL        ${base}/${defaultStore ? '' : 'api/sites/<store>/'}graphql`] : []),
    ...(graphiql ? [`  Owner           ${base}/api/sites/${defaultStore ?? '<store>'}/owner/graphql`] : []),
    `  API reference   ${base}/docs`,
    ...(defaultStore ? [`  Store           ${base}/api/sites/${defaultStore}/products`] : []),
  ]
  return `\n${lines.join('\n')}\n\n`
}
