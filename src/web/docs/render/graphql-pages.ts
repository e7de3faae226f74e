import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  buildSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql'
import { packageRoot } from '../../../platform/package.ts'
import { escapeHtml } from '../../../platform/text/text.ts'
import { type Fields, fieldsOf, type Schema, typeSection } from './graphql-type.ts'
import { heading } from './html.ts'
import type { Group, Kind, Page, Section } from './page.ts'

const lists = [
  { name: 'operations', path: '', title: 'Queries and mutations', what: 'What can be asked for and changed.' },
  { name: 'types', path: '/types', title: 'Types', what: 'What operations return.' },
  { name: 'inputs', path: '/inputs', title: 'Inputs', what: 'What operations take.' },
  { name: 'values', path: '/values', title: 'Enums and scalars', what: 'Single values.' },
] as const

interface Described {
  file: string
  kind: Kind
  group: Group
  path: string
  title: string
  intro: string
}

const schemas: Described[] = [
  {
    file: 'storefront.graphql',
    kind: 'GraphQL',
    group: 'GraphQL',
    path: 'graphql/storefront',
    title: 'GraphQL for storefronts',
    intro: `<p>Requests go by POST to <code>/api/sites/{subdomain}/graphql</code>, or to <code>/graphql</code> with the header <code>X-Store</code>; queries may also go by GET. The same operations are there over <a href="docs:rest">REST</a>. <a href="gateway:graphql">GraphiQL</a> completes and runs them. The guide is <a href="docs:storefront">Building a storefront</a>.</p>`,
  },
  {
    file: 'owner.graphql',
    kind: 'owner’s GraphQL',
    group: 'Owner’s GraphQL',
    path: 'graphql/owner',
    title: 'GraphQL for owners',
    intro: `<p>Requests go by POST to <code>/api/sites/{subdomain}/owner/graphql</code> with the header <code>Authorization: Bearer …</code> and an owner key. In a browser the same path is GraphiQL, as for <a href="gateway:api/sites/demo/owner/graphql">the demo store</a>; it asks for the key. The guide is <a href="docs:owner-api">The owner’s API</a>.</p>`,
  },
]

export const graphqlPages = async (): Promise<Page[]> => (await Promise.all(schemas.map(pagesOf))).flat()

async function pagesOf(described: Described): Promise<Page[]> {
  const schema = buildSchema(await readFile(join(packageRoot, 'schema', described.file), 'utf8'))
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const placed: Schema = { pathOf: (type) => pathOf(type, schema, described) }
  return lists.flatMap((list) => {
    const path = described.path + list.path
    const shown = types.filter((type) => placed.pathOf(type) === path)
    if (shown.length === 0) return []
    const isFirst = list.name === 'operations'
    return [
      {
        path,
        title: list.title,
        summary: list.what,
        group: described.group,
        body: `${heading(1, 'top', escapeHtml(isFirst ? described.title : list.title))}<p class="lead">${list.what}</p>
${isFirst ? described.intro : ''}${inOrder(shown, schema)
  .map((type) => typeSection(type, placed, isRoot(type, schema)))
  .join('\n')}`,
        sections: [
          {
            anchor: '',
            contents: null,
            entry: { title: `${described.title}: ${list.title.toLowerCase()}`, kind: described.kind, text: list.what },
          },
          ...inOrder(shown, schema).flatMap((type) => sectionsOf(type, described.kind, isRoot(type, schema))),
        ],
      },
    ]
  })
}

/** Queries before mutations before subscriptions. */
const inOrder = (types: GraphQLNamedType[], schema: GraphQLSchema): GraphQLNamedType[] =>
  types.some((type) => isRoot(type, schema)) ? rootsOf(schema) : types

const rootsOf = (schema: GraphQLSchema): GraphQLNamedType[] =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter((type) => type != null)

const isRoot = (type: GraphQLNamedType, schema: GraphQLSchema): boolean => rootsOf(schema).includes(type)

function pathOf(type: GraphQLNamedType, schema: GraphQLSchema, { path }: Described): string | null {
  if (isSpecifiedScalarType(type)) return null
  if (isRoot(type, schema)) return path
  if (isInputObjectType(type)) return `${path}/inputs`
  return isEnumType(type) || isScalarType(type) ? `${path}/values` : `${path}/types`
}

function sectionsOf(type: GraphQLNamedType, kind: Kind, root: boolean): Section[] {
  const own: Section = {
    anchor: type.name,
    contents: { level: 2, text: type.name },
    entry: { title: type.name, kind, text: type.description ?? '' },
  }
  return [own, ...membersOf(type).map((member) => memberSection(type, member, kind, root && isObjectType(type)))]
}

function memberSection(type: GraphQLNamedType, member: Fields[number], kind: Kind, root: boolean): Section {
  const anchor = `${type.name}.${member.name}`
  const names = 'args' in member ? member.args.map(({ name }) => name).join(' ') : ''
  return {
    anchor,
    contents: root ? { level: 3, text: member.name } : null,
    entry: { title: anchor, kind, text: `${member.description ?? ''} ${names}`.trim() },
  }
}

const membersOf = (type: GraphQLNamedType): Fields => (isEnumType(type) ? [...type.getValues()] : fieldsOf(type))
