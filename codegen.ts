import type { CodegenConfig } from '@graphql-codegen/cli'

/** Types for the GraphQL operations in the REST routes, from the committed schema. */
const config: CodegenConfig = {
  schema: 'schema/storefront.graphql',
  documents: 'src/**/*.rest.ts',
  generates: {
    'src/generated/operations/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        emitLegacyCommonJSImports: false,
        enumsAsTypes: true,
        scalars: { ID: 'string', DateTime: 'string' },
        inputMaybeValue: 'T | null | undefined',
      },
    },
  },
}

export default config
