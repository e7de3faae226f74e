import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../src/api/rest/openapi.ts'
import { ownerSchema } from '../src/process/owner-schema.ts'
import { personSchema } from '../src/process/person-schema.ts'
import { routes } from '../src/process/routes.ts'
import { schema } from '../src/process/schema.ts'

describe.each([
  ['storefront', schema],
  ['owner', ownerSchema],
  ['person', personSchema],
])('the GraphQL schema of the %s', (name, schema) => {
  const types: GraphQLNamedType[] = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )

  it('is the one that is committed', () => {
    expect(`${printSchema(schema)}\n`).toBe(readFileSync(`schema/${name}.graphql`, 'utf8'))
  })

  it('describes every element', () => {
    const bare: string[] = []
    for (const type of types) {
      if (!type.description) bare.push(type.name)
      if (isEnumType(type))
        for (const value of type.getValues()) if (!value.description) bare.push(`${type.name}.${value.name}`)
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields())) {
        if (!field.description) bare.push(`${type.name}.${field.name}`)
        for (const arg of 'args' in field ? field.args : [])
          if (!arg.description) bare.push(`${type.name}.${field.name}(${arg.name})`)
      }
    }
    expect(bare).toEqual([])
  })

  it('has nullable root fields, so that one that fails takes no other along', () => {
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      for (const field of Object.values(root?.getFields() ?? {}))
        expect(`${field.name}: ${field.type}`).not.toMatch(/!$/)
    }
  })

  it('has no type that leads back to itself: a document is only as deep as the schema', () => {
    const circles: string[] = []
    const follow = (type: GraphQLNamedType, path: string[]) => {
      if (!isObjectType(type) && !isInterfaceType(type)) return
      if (path.includes(type.name)) circles.push([...path, type.name].join(' → '))
      else for (const field of Object.values(type.getFields())) follow(getNamedType(field.type), [...path, type.name])
    }
    for (const type of types) follow(type, [])
    expect(circles).toEqual([])
  })

  it('takes no subdomain: the store comes from the path', () => {
    expect(printSchema(schema)).not.toMatch(/^\s+(subdomain|storeId)\b.*(\(|Input)/m)
  })
})

describe('the REST routes', () => {
  it('are described by the OpenAPI document that is committed', () => {
    expect(JSON.parse(JSON.stringify(openApiDocument(routes, schema)))).toEqual(
      JSON.parse(readFileSync('schema/openapi.json', 'utf8')),
    )
  })

  it('are all of those of their files, each once', () => {
    const exported = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.rest.ts'))
      .flatMap((path) => readFileSync(join('src', path), 'utf8').match(/^export const \w+ = route\(/gm) ?? [])
    expect(routes).toHaveLength(exported.length)
    expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length)
  })
})

describe('decision 0038', () => {
  it('names to urql every type that has no id', () => {
    const page = readFileSync('docs/decisions/0038-no-node-interface.md', 'utf8')
    const listed = [...page.matchAll(/^ {4}(\w+): embedded,$/gm)].map(([, name]) => name)
    const without = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !('id' in type.getFields()))
      .map(({ name }) => name)
      .filter((name) => !/^__|Connection$|Edge$|^(PageInfo|Query|Mutation|Subscription)$/.test(name))
    expect(listed.toSorted()).toEqual(without.toSorted())
  })
})
