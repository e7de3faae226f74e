import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import type PrismaTypes from '../../../generated/pothos-types.ts'
import { getDatamodel } from '../../../generated/pothos-types.ts'
import type { Person } from '../../../generated/prisma/client.ts'
import type { PersonContext } from '../../context.ts'
import './operation-plugin.ts'
import { complexityOptions, dateTimeOptions } from './schema-options.ts'

/** people/admit.ts looks for the session before the request is read, so fields need not. */
export const personBuilder = new SchemaBuilder<{
  Context: PersonContext
  DefaultFieldNullability: false
  PrismaTypes: PrismaTypes
  /** Shared by folders. */
  Objects: { Me: Person }
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
  }
}>({
  defaultFieldNullability: false,
  plugins: ['operation', ComplexityPlugin, PrismaPlugin],
  complexity: complexityOptions,
  operation: { ofNoStore: true },
  prisma: { client: ({ services }) => services.db.prisma, dmmf: getDatamodel() },
})

personBuilder.queryType({ description: 'The queries of who is logged in to the console as a person.' })
personBuilder.mutationType({ description: 'The mutations of who is logged in to the console as a person.' })
personBuilder.scalarType('DateTime', dateTimeOptions)
