import { buildSchema, type GraphQLSchema } from 'graphql'

export type Values = Record<string, unknown>

/** A schema of these types, with resolvers for some of their fields. */
export function schemaOf(typeDefs: string, resolvers: Record<string, Values>): GraphQLSchema {
  const schema = buildSchema(typeDefs)
  for (const [type, fields] of Object.entries(resolvers)) {
    const named = schema.getType(type)
    if (!named || !('getFields' in named)) throw new Error(`There is no type ${type}`)
    for (const [name, resolve] of Object.entries(fields)) Object.assign(named.getFields()[name] ?? {}, { resolve })
  }
  return schema
}
