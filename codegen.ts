import type { CodegenConfig } from '@graphql-codegen/cli'

/** Types of the operations of some files, from the committed schema. `DateTime` is text in JSON. */
const operationsOf = (documents: string) => ({
  documents,
  preset: 'client' as const,
  presetConfig: { fragmentMasking: false },
  config: {
    useTypeImports: true,
    emitLegacyCommonJSImports: false,
    enumsAsTypes: true,
    scalars: { ID: 'string', DateTime: 'string' },
    inputMaybeValue: 'T | null | undefined',
  },
})

/** The operations in the REST routes with the fragments of `*-answer.ts`, and those of the example for GraphQL clients. */
const config: CodegenConfig = {
  schema: 'schema/storefront.graphql',
  generates: {
    'src/generated/operations/': operationsOf('src/**/*{.rest,-answer}.ts'),
    'examples/generated/operations/': operationsOf('examples/*.ts'),
  },
}

export default config
