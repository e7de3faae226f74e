import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  print,
} from 'graphql'
import { escapeHtml } from '../../../platform/text/text.ts'
import { heading, paragraphs } from './html.ts'

export interface Schema {
  /** The page of a type; null for GraphQL's own. */
  pathOf(type: GraphQLNamedType): string | null
}

export type Fields = (GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLEnumValue)[]

export const fieldsOf = (type: GraphQLNamedType): Fields =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : []

export function typeSection(type: GraphQLNamedType, schema: Schema, root: boolean): string {
  const kind = root ? '' : ` <span class="type">${kindOf(type)}</span>`
  const members = isEnumType(type)
    ? type.getValues().map((value) => item(type, value, escapeHtml(value.name)))
    : fieldsOf(type).map((field) => item(type, field, signature(field, schema), argumentsOf(field, schema)))
  const options = isUnionType(type)
    ? `<p>${type
        .getTypes()
        .map((option) => typeLink(option, schema))
        .join(' or ')}</p>`
    : ''
  return `<section class="of-type">
${heading(2, type.name, `${type.name}${kind}`)}${type.description ? paragraphs(type.description) : ''}${options}
${members.length === 0 ? '' : `<ul class="fields">${members.join('\n')}</ul>`}
</section>`
}

function kindOf(type: GraphQLNamedType): string {
  if (isEnumType(type)) return 'enum'
  if (isScalarType(type)) return 'scalar'
  if (isInputObjectType(type)) return 'input'
  if (isUnionType(type)) return 'union'
  return isInterfaceType(type) ? 'interface' : 'type'
}

function item(type: GraphQLNamedType, member: Fields[number], html: string, within = ''): string {
  const { description, deprecationReason } = member
  const old = deprecationReason
    ? `<p><span class="deprecated">deprecated</span> ${escapeHtml(deprecationReason)}</p>`
    : ''
  return `<li id="${type.name}.${member.name}"><p class="field"><code>${html}</code></p>${description ? paragraphs(description) : ''}${old}${within}</li>`
}

function signature(field: Fields[number], schema: Schema): string {
  if (!('type' in field)) return escapeHtml(field.name)
  return `<b>${field.name}</b>: ${typeHtml(field.type, schema)}${'args' in field ? '' : defaultOf(field)}`
}

function argumentsOf(field: Fields[number], schema: Schema): string {
  if (!('args' in field) || field.args.length === 0) return ''
  const items = field.args.map(
    (argument) =>
      `<li><p class="field"><code>${argument.name}: ${typeHtml(argument.type, schema)}${defaultOf(argument)}</code></p>${argument.description ? paragraphs(argument.description) : ''}</li>`,
  )
  return `<ul class="fields arguments">${items.join('')}</ul>`
}

function defaultOf({ defaultValue, type }: GraphQLArgument | GraphQLInputField): string {
  const value = defaultValue === undefined ? null : astFromValue(defaultValue, type)
  return value ? ` = ${escapeHtml(print(value))}` : ''
}

function typeHtml(type: GraphQLType, schema: Schema): string {
  if (isNonNullType(type)) return `${typeHtml(type.ofType, schema)}!`
  if (isListType(type)) return `[${typeHtml(type.ofType, schema)}]`
  return typeLink(getNamedType(type), schema)
}

function typeLink(type: GraphQLNamedType, schema: Schema): string {
  const path = schema.pathOf(type)
  return path === null ? type.name : `<a href="docs:${path}#${type.name}">${type.name}</a>`
}
