import { type GraphQLSchema, isObjectType } from 'graphql'
import { deprecationOf } from '../src/api/graphql/schema/deprecation-plugin.ts'
import type { Json } from './openapi-types.ts'

interface Listed {
  api: 'GraphQL' | 'REST' | 'owner'
  element: string
  use: string
  since: string
  sunset: string
}

interface Interfaces {
  schema: GraphQLSchema
  ownerSchema: GraphQLSchema
  openApi: Json
}

const PLACE = /(^## What is deprecated now\n\n).*?(?=^## )/ms

/** The page with the table of what is deprecated, whatever table it had. */
export function withDeprecations(page: string, interfaces: Interfaces): string {
  if (!PLACE.test(page)) throw new Error('The page has no place for the table')
  return page.replace(PLACE, (_, heading) => `${heading}${tableOf(listDeprecations(interfaces))}\n\n`)
}

export const listDeprecations = ({ schema, ownerSchema, openApi }: Interfaces): Listed[] => [
  ...inSchema('GraphQL', schema),
  ...Object.entries<Json>(openApi.components.schemas).flatMap(([name, shape]) => inShape(name, shape)),
  ...inSchema('owner', ownerSchema),
]

function inSchema(api: Listed['api'], schema: GraphQLSchema): Listed[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type)) return []
    return Object.values(type.getFields()).flatMap((field) => {
      const deprecation = deprecationOf(field)
      return deprecation ? [{ api, element: `${type.name}.${field.name}`, ...deprecation }] : []
    })
  })
}

/** Schemas of the document have names, so none is nested deep. */
function inShape(name: string, shape: Json): Listed[] {
  if (typeof shape !== 'object' || shape === null) return []
  const own = Object.entries<Json>(shape.properties ?? {}).flatMap(([key, property]): Listed[] => {
    const { deprecated, description = '', 'x-deprecated-since': since, 'x-sunset': sunset } = property
    const [, use = ''] = /^Use `(.*?)`/.exec(description) ?? []
    const here: Listed[] = deprecated ? [{ api: 'REST', element: `${name}.${key}`, use, since, sunset }] : []
    return [...here, ...inShape(`${name}.${key}`, property)]
  })
  const parts = [shape.items, ...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]
  return [...own, ...parts.flatMap((part) => inShape(name, part))]
}

function tableOf(listed: readonly Listed[]): string {
  if (listed.length === 0) return 'Nothing.'
  const rows = listed.map(
    ({ api, element, use, since, sunset }) => `| ${api} | \`${element}\` | \`${use}\` | ${since} | ${sunset} |`,
  )
  return ['| interface | deprecated | use | since | works at least until |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}
