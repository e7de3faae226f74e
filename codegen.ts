import type { CodegenConfig } from '@graphql-codegen/cli'

const STOREFRONT = 'schema/storefront.graphql'

const types = {
  useTypeImports: true,
  emitLegacyCommonJSImports: false,
  enumsAsTypes: true,
  scalars: { ID: 'string', DateTime: 'string' },
  inputMaybeValue: 'T | null | undefined',
}

/** Types of the operations of some files, from the committed schema. `DateTime` is text in JSON. */
const operationsOf = (documents: string | string[]) => ({
  schema: STOREFRONT,
  documents,
  preset: 'client' as const,
  presetConfig: { fragmentMasking: false },
  config: types,
})

/** Documents for clients other than ours, as a file that imports nothing but a type of its own folder. */
const documentsFor = (folder: string) => ({
  schema: STOREFRONT,
  documents: `${folder}/documents/*.graphql`,
  plugins: ['typescript-operations', 'typed-document-node'],
  config: {
    ...types,
    documentMode: 'documentNode',
    documentNodeImport: '../typed-document.ts#TypedDocument',
    optimizeDocumentNode: true,
  },
})

/** What the console asks as a person, of no store. */
const OF_PERSON = 'src/web/console/app/me/**/*.graphql'

const consoleDocuments = (schema: string, documents: string | string[]) => ({
  schema,
  documents,
  plugins: ['typescript-operations', 'typed-document-node'],
  config: { ...types, documentMode: 'string', pureMagicComment: true },
})

/**
 * The operations in the REST routes with the fragments of `*-answer.ts`, those of the shop's pages, those of the example
 * for GraphQL clients, the documents of the client, with which the shop's scripts are made, and those of the owner's console.
 */
const config: CodegenConfig = {
  generates: {
    'src/generated/operations/': operationsOf(['src/**/*{.rest,-answer}.ts', 'src/web/shop/**/*.{ts,tsx}']),
    'examples/generated/operations/': operationsOf('examples/*.ts'),
    'clients/typescript/src/generated/documents.ts': documentsFor('clients/typescript/src'),
    'src/generated/console/documents.ts': consoleDocuments('schema/owner.graphql', [
      'src/web/console/app/**/*.graphql',
      `!${OF_PERSON}`,
    ]),
    'src/generated/console/person-documents.ts': consoleDocuments('schema/person.graphql', OF_PERSON),
  },
}

export default config
