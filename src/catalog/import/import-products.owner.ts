import { ownerBuilder } from '../../gateway/owner-builder.ts'
import { fieldInputs } from '../product-inputs.ts'
import { type ImportRowsInput, importRowInputs, MOST_ROWS, MOST_TOLD } from './import-row-inputs.ts'

const ProductRowInput = ownerBuilder.inputRef<ImportRowsInput['rows'][number]>('ProductRowInput').implement({
  description:
    'A row of a list of products. Rows of one slug, or without one of one name, are its variants; fields that are left out stay as they are, null clears.',
  fields: (t) => ({
    slug: t.string({
      description:
        'Names the product. Left out: the product of the same name (case and blanks aside), or a new one, whose slug is made of the name.',
    }),
    ...fieldInputs(t, 'row'),
    options: t.field({ type: ['VariantOptionInput'], description: 'What makes the row a variant of its product.' }),
  }),
})

type Report = Awaited<ReturnType<typeof importRowInputs>>

const ImportMistake = ownerBuilder.objectRef<Report['mistakes'][number]>('ImportMistake').implement({
  description: 'Why a row is refused.',
  fields: (t) => ({
    row: t.exposeInt('line', { description: 'Its place in the list, from 1.' }),
    field: t.exposeString('field', { description: 'The field; empty when it is the whole row.' }),
    message: t.exposeString('message', { description: 'What was expected and what was found.' }),
  }),
})

const ImportReport = ownerBuilder.objectRef<Report>('ImportReport').implement({
  description: 'What has become of a list of products. Each is told by the place of its first row, from 1.',
  fields: (t) => ({
    imported: t.exposeBoolean('imported', { description: 'Whether the list is stored: all of it, or nothing.' }),
    added: t.exposeIntList('added', { description: 'Products that are new.' }),
    changed: t.exposeIntList('changed', { description: 'Products that were there and are others now.' }),
    unchanged: t.exposeIntList('unchanged', { description: 'Products that were so already.' }),
    refused: t.exposeIntList('refused', { description: 'Products with a mistake, for which nothing is stored.' }),
    mistakes: t.field({
      type: [ImportMistake],
      description: `The first ${MOST_TOLD} mistakes, in the order of the rows.`,
      resolve: ({ mistakes }) => mistakes.slice(0, MOST_TOLD),
    }),
    mistakeCount: t.int({ description: 'How many there are.', resolve: ({ mistakes }) => mistakes.length }),
  }),
})

ownerBuilder.mutationField('importProducts', (t) =>
  t.field({
    type: ImportReport,
    nullable: true,
    description: `Adds and changes up to ${MOST_ROWS} rows of products, by slug or name: all of them or, when one is refused, none. Nothing is removed. Mistakes are in the report.`,
    args: {
      rows: t.arg({ type: [ProductRowInput], required: true, description: 'The list.' }),
      setStock: t.arg.boolean({ description: 'Whether stock is set on what is there already, too.' }),
      dryRun: t.arg.boolean({ description: 'Whether the report only tells what would happen.' }),
      allowFree: t.arg.boolean({
        description: 'Whether a sale price of 0 under a price above 0 is meant, and not a mistake.',
      }),
    },
    resolve: (_, args, context) => importRowInputs(context, args),
  }),
)
