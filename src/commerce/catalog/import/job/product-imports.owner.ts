import { ownerBuilder } from '../../../../api/graphql/schema/owner-builder.ts'
import type { ProductImport as ImportRow } from '../../../../generated/prisma/client.ts'
import { PART_BYTES, partsOf } from './import-parts.ts'
import {
  applyProductImport,
  cancelProductImport,
  checkProductImport,
  findProductImport,
  MOST_FILE_BYTES,
  MOST_FILE_ROWS,
  reportOf,
  startProductImport,
} from './product-imports.ts'
import type { ReadProduct, StoredReport } from './stored-report.ts'

const ImportStatus = ownerBuilder.enumType('ProductImportStatus', {
  description: 'What becomes of an uploaded product file.',
  values: {
    UPLOADING: { description: 'Its parts are awaited.' },
    CHECKING: { description: 'A job reads it. Nothing is stored yet.' },
    CHECKED: { description: 'Its report is there, and it waits for `applyProductImport`.' },
    IMPORTING: { description: 'A job stores its products.' },
    DONE: { description: 'All its products are stored, except those with mistakes.' },
    FAILED: { description: 'It cannot be imported; `failure` says why.' },
    CANCELLED: { description: 'It was cancelled, or another file took its place.' },
  } as const,
})

const Outcome = ownerBuilder.enumType('ProductImportOutcome', {
  description: 'What becomes of a product of a file.',
  values: {
    ADDED: { description: 'It is new.' },
    CHANGED: { description: 'The existing product is changed.' },
    UNCHANGED: { description: 'The existing product is already up to date.' },
    REFUSED: { description: 'It has a mistake, and is left out.' },
  } as const,
})

const Mistake = ownerBuilder.objectRef<StoredReport['mistakes'][number]>('ProductFileMistake').implement({
  scope: 'catalogue',
  description: 'A mistake in a product file.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'The line of the file, counted from 1.' }),
    column: t.exposeString('column', { description: 'The column; empty if the mistake concerns the whole row.' }),
    message: t.exposeString('message', { description: 'The mistake: what was expected and what was found.' }),
  }),
})

const LeftOut = ownerBuilder.objectRef<NonNullable<StoredReport['leftOut']>>('ProductFileOmissions').implement({
  scope: 'catalogue',
  description: 'What an export of another platform has that is not imported as it is.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The name of the platform.' }),
    things: t.exposeStringList('things', { description: 'What is left out or changed.' }),
    columns: t.exposeStringList('columns', { description: 'Columns that are not read.' }),
  }),
})

const Read = ownerBuilder.objectRef<ReadProduct>('ProductFileEntry').implement({
  scope: 'catalogue',
  description: 'A product as it was read from a file.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'The line of its first row, counted from 1.' }),
    slug: t.exposeString('slug', { nullable: true, description: 'Its slug, if the file has one.' }),
    name: t.exposeString('name', { nullable: true, description: 'Its name, if the file has one.' }),
    variants: t.exposeInt('variants', { description: 'The number of its variants in the file.' }),
    outcome: t.expose('outcome', {
      type: Outcome,
      nullable: true,
      description: 'What becomes of it; null if that was not found out.',
    }),
  }),
})

const Report = ownerBuilder.objectRef<StoredReport>('ProductImportReport').implement({
  scope: 'catalogue',
  description: 'What was found in a product file. The counts are complete, the lists have their first 1,000 entries.',
  fields: (t) => ({
    rows: t.exposeInt('rows', { description: 'The number of rows.' }),
    products: t.exposeInt('products', { description: 'The number of products.' }),
    added: t.exposeInt('added', { description: 'The number of new products.' }),
    changed: t.exposeInt('changed', { description: 'The number of changed products.' }),
    unchanged: t.exposeInt('unchanged', { description: 'The number of products that are already up to date.' }),
    refused: t.exposeInt('refused', { description: 'The number of products with mistakes.' }),
    mistakes: t.expose('mistakes', { type: [Mistake], description: 'The mistakes, in line order.' }),
    mistakeCount: t.exposeInt('mistakeCount', {
      description: 'The number of mistakes. Behind 100,000 the file is not read.',
    }),
    omissions: t.expose('leftOut', {
      type: LeftOut,
      nullable: true,
      description: 'What an export of another platform has that is not imported; null if there is nothing.',
    }),
    taxClasses: t.exposeStringList('taxClasses', {
      description: 'Tax classes of another platform’s export whose rates are missing.',
    }),
    read: t.expose('read', { type: [Read], description: 'The products, in line order.' }),
  }),
})

const ProductImport = ownerBuilder.objectRef<ImportRow>('ProductImport').implement({
  scope: 'catalogue',
  description: 'A product file that is checked and imported in the background. It is kept for 30 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the import, unique within the store.' }),
    status: t.expose('status', { type: ImportStatus, description: 'What becomes of it.' }),
    fileName: t.exposeString('fileName', { description: 'The name of the file.' }),
    partBytes: t.int({
      description: 'The size of each part in which the file is uploaded; the last one has the rest.',
      resolve: () => PART_BYTES,
    }),
    setStock: t.exposeBoolean('setStock', { description: 'Whether existing products get the stock as well.' }),
    allowFree: t.exposeBoolean('allowFree', { description: 'Whether sale prices of 0 are meant.' }),
    progress: t.exposeInt('progress', { description: 'How far the check or the import is, in percent.' }),
    stored: t.int({
      description: 'The number of products that were added or changed so far.',
      resolve: ({ added, changed }) => added + changed,
    }),
    report: t.field({
      type: Report,
      nullable: true,
      description: 'What was found; null before it was checked.',
      resolve: reportOf,
    }),
    hasRefusedFile: t.boolean({
      description:
        'Whether the rows of products with mistakes can be downloaded from `…/import/products/<id>/refused.csv`: for a day.',
      resolve: async (found, _, { services }) =>
        (await services.db.prisma.productImportPart.findFirst({
          where: { ...partsOf(found, 'REFUSED'), number: 0 },
          select: { number: true },
        })) !== null,
    }),
    failure: t.exposeString('failure', { description: 'Why it has failed; empty if it has not.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the upload was begun.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was done, had failed or was cancelled; null until then.',
    }),
  }),
})

ownerBuilder.queryField('productImport', (t) =>
  t.field({
    scope: 'catalogue',
    type: ProductImport,
    nullable: true,
    description: 'An import of a product file; null if there is none.',
    args: { id: t.arg.id({ description: 'The ID of the import; the latest one if omitted.' }) },
    resolve: (_, { id }, context) => findProductImport(context, id),
  }),
)

ownerBuilder.mutationField('startProductImport', (t) =>
  t.field({
    scope: 'catalogue',
    type: ProductImport,
    nullable: true,
    description: `Begins the upload of a product file of up to ${MOST_FILE_BYTES / 1_000_000} MB and ${MOST_FILE_ROWS.toLocaleString('en')} rows. Send its parts with \`PUT …/import/products/<id>/parts/<number>\`, counted from 0, then call \`checkProductImport\`. It takes the place of an import that waits for its owner; while one is running it is refused.`,
    args: {
      fileName: t.arg.string({ required: true, description: 'The name of the file, at most 255 characters.' }),
      fileBytes: t.arg.int({ required: true, description: 'The size of the whole file in bytes.' }),
    },
    resolve: (_, args, context) => startProductImport(context, args),
  }),
)

const TaxClassRate = ownerBuilder.inputType('TaxClassRateInput', {
  description: 'The rate of a tax class of another platform’s export.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the class.' }),
    percent: t.string({ required: true, description: 'The rate in percent, such as `5.5`.' }),
  }),
})

ownerBuilder.mutationField('checkProductImport', (t) =>
  t.field({
    scope: 'catalogue',
    type: ProductImport,
    nullable: true,
    description:
      'Has the uploaded file checked in the background: `report` then says what importing it would do. It can be checked again with other choices.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the import.' }),
      setStock: t.arg.boolean({
        description: 'Whether existing products get the stock as well; new ones always do.',
      }),
      allowFree: t.arg.boolean({
        description: 'Whether sale prices of 0 are meant; otherwise new ones are a mistake.',
      }),
      taxClasses: t.arg({
        type: [TaxClassRate],
        description: 'The rates of the tax classes of another platform’s export.',
      }),
    },
    resolve: (_, args, context) => checkProductImport(context, args),
  }),
)

ownerBuilder.mutationField('applyProductImport', (t) =>
  t.field({
    scope: 'catalogue',
    type: ProductImport,
    nullable: true,
    description: 'Has the checked file imported in the background.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the import.' }),
      leaveOut: t.arg.boolean({
        description: 'Whether products with mistakes are left out; otherwise a file that has any is refused.',
      }),
    },
    resolve: (_, args, context) => applyProductImport(context, args),
  }),
)

ownerBuilder.mutationField('cancelProductImport', (t) =>
  t.field({
    scope: 'catalogue',
    type: ProductImport,
    nullable: true,
    description: 'Ends an import. Products that are stored already stay; one that has ended stays as it is.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the import.' }) },
    resolve: (_, { id }, context) => cancelProductImport(context, id),
  }),
)
