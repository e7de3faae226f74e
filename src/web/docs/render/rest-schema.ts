import { escapeHtml } from '../../../platform/text/text.ts'
import { prose } from './html.ts'
import { type Document, nameOf, type Schema } from './openapi-document.ts'

type Schemas = Document['components']['schemas']

export const named = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : { ...schemas[nameOf({ $ref: schema.$ref })], ...withoutRef(schema) }

const withoutRef = ({ $ref: _, ...schema }: Schema): Schema => schema

/** The fields of an object as nested lists; nothing for what is none. @param above the names that it is within */
export function fieldList(given: Schema, schemas: Schemas, above: readonly string[] = []): string {
  const schema = named(given, schemas)
  const within = given.$ref === undefined ? above : [...above, nameOf({ $ref: given.$ref })]
  const items = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const marks = schema.required?.includes(name) ? ' <span class="required">required</span>' : ''
    return fieldItem({
      name,
      field: named(field, schemas),
      type: typeOf(field, schemas),
      marks,
      nested: nestedOf(field, schemas, within),
    })
  })
  return items.length === 0 ? '' : `<ul class="fields">${items.join('\n')}</ul>`
}

interface Shown {
  name: string
  field: Schema
  type: string
  marks: string
  nested?: string
}

export function fieldItem({ name, field, type, marks, nested = '' }: Shown): string {
  const old = field.deprecated ? ' <span class="deprecated">deprecated</span>' : ''
  const description = field.description ? `<p>${prose(field.description)}</p>` : ''
  const rules = rulesOf(field)
  return `<li><p class="field"><code>${escapeHtml(name)}</code> <span class="type">${escapeHtml(type)}</span>${marks}${old}</p>${description}${rules && `<p class="rules">${rules}</p>`}${nested}</li>`
}

/** What is within a field, folded. */
function nestedOf(field: Schema, schemas: Schemas, above: readonly string[]): string {
  const inner = innerOf(field, schemas)
  if (!inner) return ''
  const name = inner.$ref === undefined ? null : nameOf({ $ref: inner.$ref })
  if (name !== null && above.includes(name)) return ''
  const list = fieldList(inner, schemas, above)
  return list && `<details><summary>Fields${name === null ? '' : ` of ${escapeHtml(name)}`}</summary>${list}</details>`
}

/** The object that a field, or each of its entries, is. */
function innerOf(field: Schema, schemas: Schemas): Schema | null {
  if (named(field, schemas).properties) return field
  const { items, anyOf, additionalProperties } = named(field, schemas)
  if (items) return innerOf(items, schemas)
  if (typeof additionalProperties === 'object') return innerOf(additionalProperties, schemas)
  for (const option of anyOf ?? []) {
    const inner = innerOf(option, schemas)
    if (inner) return inner
  }
  return null
}

export function typeOf(field: Schema, schemas: Schemas): string {
  if (field.$ref !== undefined) return nameOf({ $ref: field.$ref })
  const { type, items, anyOf, additionalProperties, const: constant } = field
  if (anyOf) return [...new Set(anyOf.map((option) => typeOf(option, schemas)))].join(' or ')
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...field, type: one }, schemas)).join(' or ')
  if (type === 'array') return `list of ${items ? typeOf(items, schemas) : 'anything'}`
  if (type === 'object' && typeof additionalProperties === 'object')
    return `object of ${typeOf(additionalProperties, schemas)}`
  return type ?? 'anything'
}

/** Beyond these, numbers are not exact. */
const isLimit = (value: number | undefined): value is number => value !== undefined && Math.abs(value) < 2 ** 53 - 1

function rulesOf(field: Schema): string {
  const inner = field.items ?? {}
  const rules = [
    ...oneOf(field),
    ...oneOf(inner),
    ...range('characters', field.minLength, field.maxLength),
    ...range('entries', field.minItems, field.maxItems),
    ...(isLimit(field.minimum) ? [`at least ${field.minimum}`] : []),
    ...(isLimit(field.maximum) ? [`at most ${field.maximum}`] : []),
    ...(field.format ? [`format ${escapeHtml(field.format)}`] : []),
    ...(field.default === undefined ? [] : [`default <code>${escapeHtml(JSON.stringify(field.default))}</code>`]),
  ]
  return rules.join('; ')
}

const oneOf = ({ enum: values }: Schema): string[] =>
  values ? [values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ')] : []

function range(what: string, least: number | undefined, most: number | undefined): string[] {
  if (isLimit(most)) return [`${isLimit(least) && least > 0 ? `${least} to ` : 'at most '}${most} ${what}`]
  return isLimit(least) && least > 0 ? [`at least ${least} ${what}`] : []
}
