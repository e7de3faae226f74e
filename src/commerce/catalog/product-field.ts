import type { z } from 'zod'
import type { Product } from '../../generated/prisma/client.ts'
import type { money } from '../../platform/input/fields.ts'
import type { Subunits } from '../../platform/money.ts'

type Amount = ReturnType<typeof money>

/** Decides how a CSV cell is parsed and the GraphQL type. */
type Kind = 'text' | 'addresses' | 'integer' | 'decimal' | 'flag' | 'attributes' | 'media' | 'seo'

export interface ToMainUnits {
  (amount: Subunits): number
  (amount: Subunits | null): number | null
}

interface Field {
  kind: Kind
  format: (amount: Amount) => z.ZodType
  /** In a new product without the field; fields without `initial` are required. */
  initial?: unknown
  /** Null stores null, or `initial` in a column that cannot hold it. */
  clearable: boolean
  perVariant?: boolean
  /** CSV columns of parts, such as seo_title; the field itself then has none. */
  parts?: readonly string[]
  /** With SQL types. `from` converts the value; undefined leaves the column unchanged. */
  columns: { [Column in keyof Product]?: { type: string; from?: (value: never) => Product[Column] | undefined } }
  read: (product: Product, toMainUnits: ToMainUnits) => unknown
  description: { input: string; row: string }
}

/** In both schemas a `String!` of the column with the field's name, under this description. */
export interface TextOutput {
  kind: 'text'
  initial?: ''
  output: string
}

/** In both schemas a nullable `Int`. */
export interface NumberOutput {
  kind: 'integer'
  initial: null
  output: string
}

/** Fields of other kinds have no `output`: the schemas define them. */
export type ProductField = Field & ({ output?: never } | TextOutput | NumberOutput)
