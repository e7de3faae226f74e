import type { Product } from '../generated/prisma/client.ts'
import { recordOf } from '../platform/record-of.ts'
import { given } from '../stores/import-run.ts'
import { type FieldName, fieldEntries, type productFields } from './product-fields.ts'
import type { ProductChange, ProductEntry } from './product-format.ts'

/** The columns in which the fields of a product are stored. */
export type FieldColumn = { [Name in FieldName]: keyof (typeof productFields)[Name]['columns'] }[FieldName]

const columnsOf = fieldEntries.flatMap(([field, { columns }]) =>
  // Object.entries forgets the names.
  Object.entries(columns).map(([column, { type, from }]) => ({ field, column: column as FieldColumn, type, from })),
)

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Each of them with its name and type in SQL. */
export const fieldColumns = recordOf(columnsOf.map(({ column, type }) => [column, [snakeCase(column), type] as const]))

/** What is given of a product's fields, as it is stored; what is left out stays. */
export const storedFields = (change: ProductChange): Partial<Pick<Product, FieldColumn>> =>
  Object.fromEntries(
    columnsOf.flatMap(({ field, column, from }) => {
      const value = change[field]
      // The list gives each field the function for its own values.
      return value === undefined ? [] : [[column, from ? from(value as never) : value]]
    }),
  )

const initialFields = Object.fromEntries(
  fieldEntries.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
)

/** All columns of a new product: initial values where a field is left out. */
export const newFields = (change: ProductChange & Pick<ProductEntry, 'name' | 'price'>) =>
  // Every field but the name and the price has an initial value.
  storedFields({ ...initialFields, ...given(change) }) as Pick<Product, FieldColumn>
