import type { OutputType, PothosOutputFieldConfig, PothosOutputFieldType, SchemaTypes } from '@pothos/core'
import { type AcceptedScopes, KeyScope, type NeededScopes } from '../../admission/key-scopes.ts'

/** What an owner key needs: this scope, one of several, or all of several. */
export type ScopeRule = KeyScope | { anyOf: AcceptedScopes } | { allOf: AcceptedScopes }

/** Of a field; on a type, of every field that returns it. */
export interface ScopeOptions {
  /** For what only reads, `read` will do instead. */
  scope?: ScopeRule
  /** For secrets and access: `read` will not do. */
  excludesRead?: boolean
  /** What the store sells, in sums: a person's role may leave it out. */
  figures?: boolean
}

declare global {
  export namespace PothosSchemaTypes {
    export interface BaseTypeOptions<Types extends SchemaTypes = SchemaTypes> extends ScopeOptions {}
  }
}

const groupsOf = (rule: ScopeRule): NeededScopes => {
  if (typeof rule === 'string') return [[rule]]
  return 'anyOf' in rule ? [rule.anyOf] : rule.allOf.map((scope): AcceptedScopes => [scope])
}

const neededBy = ({ scope, excludesRead }: ScopeOptions, isChange: boolean): NeededScopes => {
  const groups = scope ? groupsOf(scope) : []
  return isChange || excludesRead ? groups : groups.map((accepted): AcceptedScopes => [...accepted, KeyScope.READ])
}

/**
 * What a field asks for itself, and the type it returns. What its own type asks for was checked on the way to it.
 * @param typeOptions of an object type
 */
export function neededScopes<Types extends SchemaTypes>(
  { pothosOptions, parentType, type }: PothosOutputFieldConfig<Types>,
  typeOptions: (type: string | OutputType<Types>) => ScopeOptions,
): NeededScopes {
  const own = neededBy(pothosOptions, parentType === 'Mutation')
  const onTheWay = neededBy(typeOptions(parentType), false)
  const returned = neededBy(typeOptions(namedRef(type)), false)
  return withoutWeaker([...own, ...returned]).filter(
    (accepted) => !onTheWay.some((other) => isAtLeast(other, accepted)),
  )
}

/** Whether the field shows figures itself, or by the type it returns. */
export const showsFigures = <Types extends SchemaTypes>(
  { pothosOptions, type }: PothosOutputFieldConfig<Types>,
  typeOptions: (type: string | OutputType<Types>) => ScopeOptions,
): boolean => pothosOptions.figures === true || typeOptions(namedRef(type)).figures === true

const namedRef = <Types extends SchemaTypes>(type: PothosOutputFieldType<Types>): OutputType<Types> =>
  type.kind === 'List' ? namedRef(type.type) : type.ref

/** Whether who satisfies the first satisfies the second. */
const isAtLeast = (one: AcceptedScopes, other: AcceptedScopes): boolean => one.every((scope) => other.includes(scope))

const withoutWeaker = (groups: NeededScopes): NeededScopes =>
  groups.filter(
    (group, place) =>
      !groups.some((other, at) => at !== place && isAtLeast(other, group) && (at < place || !isAtLeast(group, other))),
  )

export function scopesInWords(needed: NeededScopes): string {
  const groups = needed.map((accepted) => accepted.map((scope) => `\`${scope}\``).join(' or '))
  const isPlain = needed.every(({ length }) => length === 1)
  return `Needs the key scope ${groups.join(isPlain ? ' and ' : ', and ')}.`
}
