import { mkdirSync, writeFileSync } from 'node:fs'
import { printSchema } from 'graphql'
import { schema } from '../src/schema.ts'

/** Writes the GraphQL schema in SDL, from which the types of the REST routes' operations are made. */
mkdirSync('schema', { recursive: true })
writeFileSync('schema/storefront.graphql', `${printSchema(schema)}\n`)
