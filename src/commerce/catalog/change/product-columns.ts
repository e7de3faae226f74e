import type { Product } from '../../../generated/prisma/client.ts'
import { recordOf } from '../../../platform/record-of.ts'
import { snakeCase } from '../../../platform/text/text.ts'
import { type FieldName, fieldEntries, type productFields } from '../product-fields.ts'
import type { ProductChange, ProductEntry } from './product-format.ts'

type FieldColumn = { [Name in FieldName]: keyof (typeof productFields)[Name]['columns'] }[FieldName]

const columnsOfFields = fieldEntries.flatMap(([field, { columns }]) =>
  // Object.entries loses the types of the keys.
  Object.entries(columns).map(([column, { type, from }]) => ({ field, column: column as FieldColumn, type, from })),
)

export const fieldColumns = recordOf(
  columnsOfFields.map(({ column, type }) => [column, [snakeCase(column), type] as const]),
)

export function storedFields(change: ProductChange): Partial<Pick<Product, FieldColumn>> {
  const whole = withAddresses(change)
  const columns = columnsOfFields.flatMap(({ field, column, from }) => {
    const given = whole[field]
    // `productFields` pairs each field with a converter of its own value type, which is lost in the union.
    const value = given !== undefined && from ? from(given as never) : given
    return value === undefined ? [] : [[column, value] as const]
  })
  return Object.fromEntries(columns)
}

const withAddresses = (change: ProductChange): ProductChange =>
  change.media === undefined ? change : { ...change, images: change.media.map(({ url }) => url) }

const initialFields = storedFields(
  Object.fromEntries(fieldEntries.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]]))),
)

export const newFields = (change: ProductChange & Pick<ProductEntry, 'name' | 'price'>) =>
  // Every field except name and price has an initial value, so all columns are there.
  ({ ...initialFields, ...storedFields(change) }) as Pick<Product, FieldColumn>
