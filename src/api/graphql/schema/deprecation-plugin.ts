import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { type Deprecation, deprecationHeaders, deprecationReason } from '../../../platform/deprecation.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface FieldOptions<Types, ParentShape, Type, Nullable, Args, ResolveShape, ResolveReturnShape> {
      /** In place of `deprecationReason`: answers also get headers, and `/metrics` counts who asks for the field. */
      deprecated?: Deprecation
    }

    export interface Plugins<Types extends SchemaTypes> {
      deprecation: DeprecationPlugin<Types>
    }
  }
}

/** Only describes the field: what a document uses is found in the document, once. */
class DeprecationPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>) {
    const { deprecated } = config.pothosOptions
    if (!deprecated) return config
    return {
      ...config,
      deprecationReason: deprecationReason(deprecated),
      extensions: { ...config.extensions, deprecated },
    }
  }
}

SchemaBuilder.registerPlugin('deprecation', DeprecationPlugin)

/** The page that lists what is deprecated. */
const PAGE = '/docs/versions'

/** What a document uses of what is deprecated. */
export interface Deprecated {
  /** Such as `CheckoutNotice.item`, each once. */
  elements: readonly string[]
  headers: Readonly<Record<string, string>>
}

const known = new WeakMap<DocumentNode, Deprecated | null>()

/** For a valid document, of one schema only. Null when it uses nothing that is deprecated. */
export function deprecatedIn(schema: GraphQLSchema, document: DocumentNode): Deprecated | null {
  const found = known.get(document)
  if (found !== undefined) return found
  const deprecated = findDeprecated(schema, document)
  known.set(document, deprecated)
  return deprecated
}

function findDeprecated(schema: GraphQLSchema, document: DocumentNode): Deprecated | null {
  const types = new TypeInfo(schema)
  const deprecations = new Map<string, Deprecation>()
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const field = types.getFieldDef()
        const deprecation = field && deprecationOf(field)
        if (deprecation) deprecations.set(`${types.getParentType()?.name}.${field.name}`, deprecation)
      },
    }),
  )
  if (deprecations.size === 0) return null
  return { elements: [...deprecations.keys()], headers: deprecationHeaders([...deprecations.values()], PAGE) }
}

/** Extensions are untyped. The plugin above sets this one. */
export const deprecationOf = ({ extensions }: { extensions: { deprecated?: unknown } }): Deprecation | undefined =>
  extensions.deprecated as Deprecation | undefined
