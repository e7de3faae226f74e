import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import {
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { admit, checkBrowsing, type OperationRule } from '../../admission/admission.ts'
import { checkConfirmed } from '../../admission/confirmed-lately.ts'
import { checkFigures, checkScopes, type NeededScopes } from '../../admission/key-scopes.ts'
import type { LimitName } from '../../admission/rate-limit-policy.ts'
import type { Context, OwnerContext, PersonContext } from '../../context.ts'
import { problemOf } from '../../http/problem-of.ts'
import type { OperationCalls } from '../operation-meters.ts'
import { neededScopes, type ScopeOptions, scopesInWords, showsFigures } from './field-scopes.ts'

/** Every root field of the owner's schema has a scope, and every field and type that shows what another scope does. */
interface OperationOptions extends ScopeOptions {
  /** Root fields only; `read` when left out. */
  limit?: LimitName
  /** Root fields only. */
  storeNotFound?: string
  /** Part of what the store sells: refused while it is closed, and behind a password. Every root field has to decide. */
  selling?: boolean
  /** Root fields only: also serve a store that is switched off. */
  servesInactiveStore?: boolean
  /** Root fields only: what it is about belongs to no store. */
  ofNoStore?: boolean
  /** Root fields only: all visitors of a store get the same answer. */
  public?: boolean
  /** Changes with every order, so its answer may be cached for a second only. */
  volatile?: boolean
  /** When the field fails because of a bug. */
  failure?: string
  /** Root fields only: a person must have given their password or second factor lately. */
  confirmsAgain?: boolean
}

declare global {
  export namespace PothosSchemaTypes {
    export interface FieldOptions<Types, ParentShape, Type, Nullable, Args, ResolveShape, ResolveReturnShape>
      extends OperationOptions {}

    export interface SchemaBuilderOptions<Types extends SchemaTypes> {
      operation?: OperationOptions
    }

    export interface Plugins<Types extends SchemaTypes> {
      operation: OperationPlugin<Types>
    }
  }
}

const roots = new Set(['Query', 'Mutation', 'Subscription'])
const isRoot = (typeName: string) => roots.has(typeName)

function operationRule({
  limit,
  storeNotFound,
  selling,
  servesInactiveStore,
  ofNoStore,
  public: isPublic,
  failure,
}: OperationOptions): OperationRule {
  return {
    limit: limit ?? 'read',
    ...(storeNotFound && { storeNotFound }),
    ...(selling && { selling }),
    ...(servesInactiveStore && { servesInactiveStore }),
    ...(ofNoStore && { ofNoStore }),
    ...(isPublic && { isPublic }),
    ...(failure && { failure }),
  }
}

function noteCall({ meters, api, calls }: OperationCalls, operation: string, { path }: GraphQLResolveInfo): void {
  calls.push({ meter: meters.meterOf(api, operation), key: String(path.key), startedAt: performance.now() })
}

const CONFIRMS_AGAIN =
  'A person must have given their password or second factor within 15 minutes; otherwise the error is `FORBIDDEN` with the reason `CONFIRM_AGAIN`.'

export const NEEDS_PASSWORD =
  'If the store’s protection is SITE, this requires the token from `unlock` in the `X-Access-Token` header; without it, the error is `UNAUTHENTICATED`: `Password required`.'

/** Admits each root field before it runs, and turns errors of any field into Problems. */
class OperationPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>) {
    const { selling, confirmsAgain = false }: OperationOptions = config.pothosOptions
    const scopes = this.scopesOf(config)
    const notes = [
      selling && NEEDS_PASSWORD,
      scopes.length > 0 && scopesInWords(scopes),
      confirmsAgain && CONFIRMS_AGAIN,
    ].filter(Boolean)
    const described = {
      ...config,
      ...(notes.length > 0 && { description: [config.description, ...notes].join(' ') }),
      extensions: { ...config.extensions, selling, scopes, confirmsAgain },
    }
    if (!isRoot(config.parentType)) return described
    return { ...described, extensions: { ...described.extensions, operationRule: this.ruleFor(config) } }
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { failure, volatile, selling }: OperationOptions = config.pothosOptions
    const isCounted = isRoot(config.parentType) && config.parentType !== 'Subscription'
    const isScoped = this.scopesOf(config).length > 0 || this.showsFigures(config)
    if (!isRoot(config.parentType) && !failure && !volatile && !selling && !isScoped) return resolver
    return this.guard(resolver, config, isCounted ? this.ruleFor(config) : null)
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    return subscribe && this.guard(subscribe, config, this.ruleFor(config))
  }

  /** @param rule null when the call was admitted already */
  private guard(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
    rule: OperationRule | null,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { failure, volatile, selling, confirmsAgain }: OperationOptions = config.pothosOptions
    const isInner = !isRoot(config.parentType)
    const scopes = this.scopesOf(config)
    const figures = this.showsFigures(config)
    const guarded: GraphQLFieldResolver<unknown, Context, object> = async (parent, args, context, info) => {
      if (rule && !rule.isPublic) context.audience.isPrivate = true
      if (volatile) context.audience.isVolatile = true
      if (rule && context.called) noteCall(context.called, config.name, info)
      try {
        // Counted before the body was read.
        if (rule && context.admitted) context.admitted = false
        else if (rule) await admit(context, rule)
        if (scopes.length > 0) checkScopes(callerOf(context), scopes)
        if (figures) checkFigures(callerOf(context))
        if (confirmsAgain) checkConfirmed(confirmedOf(context), context.services.clock())
        if (isInner && selling) await checkBrowsing(context)
        return await resolver(parent, args, context, info)
      } catch (error) {
        throw problemOf(error, context.log, failure)
      }
    }
    // The plugin is generic, so Pothos does not know that the context is ours; builder.ts sets it.
    return guarded as GraphQLFieldResolver<unknown, Types['Context'], object>
  }

  /** With the builder's options as defaults. */
  private ruleFor({ pothosOptions }: PothosOutputFieldConfig<Types>): OperationRule {
    return operationRule({ ...this.builder.options.operation, ...pothosOptions })
  }

  private scopesOf(config: PothosOutputFieldConfig<Types>): NeededScopes {
    return neededScopes(config, (type) => this.buildCache.getTypeConfig(type).pothosOptions)
  }

  private showsFigures(config: PothosOutputFieldConfig<Types>): boolean {
    return showsFigures(config, (type) => this.buildCache.getTypeConfig(type).pothosOptions)
  }
}

/** Only the owner's schema has scopes, and its requests have a caller. */
const callerOf = (context: Context) => (context as OwnerContext).caller

/** Only schemas of the console have fields that ask for it. */
const confirmedOf = (context: Context) => (context as OwnerContext | PersonContext).confirmedAt

SchemaBuilder.registerPlugin('operation', OperationPlugin)

/** REST needs it before anything is executed. */
export function ruleOf(schema: GraphQLSchema, kind: `${OperationTypeNode}`, fieldName: string): OperationRule {
  const type = schema.getRootType(kind as OperationTypeNode)
  const field = type?.getFields()[fieldName]
  if (!field) throw new Error(`The schema has no ${kind} ${fieldName}`)
  // Extensions are untyped. `onOutputFieldConfig` above has set this one.
  return field.extensions.operationRule as OperationRule
}

/** Of a store whose protection is SITE. */
export function needsPassword(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema)
  let needs = false
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        if (types.getFieldDef()?.extensions.selling) needs = true
      },
    }),
  )
  return needs
}

/** What an owner key needs for the field. */
export const scopesOf = ({ extensions }: { extensions: { scopes?: unknown } }): NeededScopes =>
  // Extensions are untyped. The plugin above sets this one.
  extensions.scopes as NeededScopes

/** Whether a person must have given their password or second factor lately. */
export const confirmsAgain = ({ extensions }: { extensions: { confirmsAgain?: unknown } }): boolean =>
  extensions.confirmsAgain === true
