import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import { fieldInputs } from '../change/product-inputs.ts'
import { type ImportRowsInput, importRowInputs, MOST_REPORTED, MOST_ROWS } from './import-row-inputs.ts'

const ProductRowInput = ownerBuilder.inputRef<ImportRowsInput['rows'][number]>('ProductRowInput').implement({
  description:
    'A row of a product import. Rows with the same slug, or without slugs with the same name, are variants of one product. Omitted fields stay unchanged; null clears a field.',
  fields: (t) => ({
    slug: t.string({
      description:
        'The slug of the product. If omitted, the row belongs to the product with the same name (ignoring case and whitespace), or to a new one with a slug derived from its name.',
    }),
    ...fieldInputs(t, 'row'),
    picture: t.string({
      description: 'The URL of the picture that shows this variant, if the row has options; null for none of its own.',
    }),
    options: t.field({
      type: ['VariantOptionInput'],
      description: 'The options of the variant, if the row is a variant.',
    }),
  }),
})

type Report = Awaited<ReturnType<typeof importRowInputs>>

const ImportMistake = ownerBuilder.objectRef<Report['mistakes'][number]>('ImportMistake').implement({
  scope: 'catalogue',
  description: 'A mistake in a row of the import.',
  fields: (t) => ({
    row: t.exposeInt('line', { description: 'The number of the row, counted from 1.' }),
    field: t.exposeString('field', {
      description: 'The name of the field; empty if the mistake concerns the whole row.',
    }),
    message: t.exposeString('message', { description: 'The mistake: what was expected and what was found.' }),
  }),
})

const ImportReport = ownerBuilder.objectRef<Report>('ImportReport').implement({
  scope: 'catalogue',
  description:
    'The result of a product import. Products are identified by the number of their first row, counted from 1.',
  fields: (t) => ({
    imported: t.exposeBoolean('imported', {
      description:
        'Whether the import was stored: completely, or with `skipMistakes` without the products that have mistakes.',
    }),
    added: t.exposeIntList('added', { description: 'The products that are new.' }),
    changed: t.exposeIntList('changed', { description: 'The existing products that are changed.' }),
    unchanged: t.exposeIntList('unchanged', { description: 'The existing products that are already up to date.' }),
    refused: t.exposeIntList('refused', {
      description:
        'The products with a mistake. Nothing is stored because of them, unless `skipMistakes` leaves them out.',
    }),
    mistakes: t.field({
      type: [ImportMistake],
      description: `The first ${MOST_REPORTED} mistakes, in row order.`,
      resolve: ({ mistakes }) => mistakes.slice(0, MOST_REPORTED),
    }),
    mistakeCount: t.int({ description: 'The total number of mistakes.', resolve: ({ mistakes }) => mistakes.length }),
  }),
})

ownerBuilder.mutationField('importProducts', (t) =>
  t.field({
    scope: 'catalogue',
    type: ImportReport,
    nullable: true,
    description: `Adds and changes up to ${MOST_ROWS} rows of products, matched by slug or name. If any row has a mistake, nothing is stored, unless skipMistakes is true. Products are never removed. Mistakes are listed in the report.`,
    args: {
      rows: t.arg({ type: [ProductRowInput], required: true, description: 'The rows to import.' }),
      setStock: t.arg.boolean({ description: 'Whether to also set the stock of existing products and variants.' }),
      dryRun: t.arg.boolean({ description: 'Whether to only report what would happen, without storing anything.' }),
      allowFree: t.arg.boolean({
        description: 'Whether to accept a sale price of 0 below a price above 0, which is otherwise a mistake.',
      }),
      skipMistakes: t.arg.boolean({
        description: 'Whether to leave out products with mistakes and store the others.',
      }),
    },
    resolve: (_, args, context) => importRowInputs(context, args),
  }),
)
