import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import type PrismaTypes from '../generated/pothos-types.ts'
import { getDatamodel } from '../generated/pothos-types.ts'
import type { Product } from '../generated/prisma/client.ts'
import type { Context } from './context.ts'
import './operation-plugin.ts'

/** How many entries a page has is priced at the field that takes `first`. */
const ENTRIES = { field: 0, multiplier: 1 }

/**
 * Builds the storefront schema. Every domain adds its part from its own `*.schema.ts`. Root fields are nullable, so that
 * one that fails takes no other along.
 */
export const builder = new SchemaBuilder<{
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
  PrismaTypes: PrismaTypes
  /** Types that several domains use, by name. */
  Objects: { VariantOption: { name: string; value: string }; Product: Product }
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
  }
}>({
  defaultFieldNullability: false,
  plugins: ['operation', ComplexityPlugin, PrismaPlugin, RelayPlugin],
  // Only the costs of fields stand in the schema; http/graphql-limits.ts adds them up before anything runs.
  complexity: { disabled: true, defaultComplexity: 1, defaultListMultiplier: 5 },
  prisma: { client: ({ services }) => services.prisma, dmmf: getDatamodel() },
  relay: {
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      description: 'The entries with their places in the list.',
      complexity: ENTRIES,
    },
    nodesOnConnection: { description: 'The entries alone.', complexity: ENTRIES },
    nodeFieldOptions: { nullable: false, description: 'The entry.' },
    cursorFieldOptions: { description: 'Its place in the list: `after` this one continues behind the entry.' },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    pageInfoFieldOptions: { description: 'Where this page stands in its list.' },
    hasNextPageFieldOptions: { description: 'Whether entries follow behind this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether entries stand before this page.' },
    startCursorFieldOptions: { description: 'The place of the first entry of this page.' },
    endCursorFieldOptions: { description: 'The place of the last entry of this page: give it as `after`.' },
  },
})

builder.queryType({ description: 'What a storefront reads.' })
builder.mutationType({ description: 'What a shopper does.' })

builder.scalarType('DateTime', {
  description: 'A moment in UTC as ISO 8601, such as `2026-01-31T12:00:00.000Z`.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const date = new Date(typeof value === 'string' ? value : Number.NaN)
    if (Number.isNaN(date.getTime())) throw new TypeError('Expected a moment as ISO 8601')
    return date
  },
})
