import type { ComponentChildren, FunctionComponent } from 'preact'
import type { FieldComponents } from './fields.tsx'
import { mistakeIn, money, type NumberFormat, type TypedKind, whole } from './typed-numbers.ts'

/** `AppField` of a form with any values. */
export type AnyAppField = FunctionComponent<{
  name: string
  validators?: { onChange: (typed: { value: string }) => string | undefined }
  children: (field: FieldComponents & AnyField) => ComponentChildren
}>

interface AnyField {
  state: { value: unknown; meta: { errors: readonly unknown[] } }
  handleChange: (value: unknown) => void
}

/** What a control that is not among the components is given. */
export interface Control<Value> {
  value: Value
  onChange: (value: Value) => void
  errors: readonly unknown[]
}

/** The names of the values that are of a type. */
type NamesOf<Values, Value> = {
  [Name in keyof Values & string]: Values[Name] extends Value ? Name : never
}[keyof Values & string]

type Options<Kind extends keyof FieldComponents> = Omit<Parameters<FieldComponents[Kind]>[0], 'label'>

/** The fields of a record's form by name, each with the record's word for it. */
export function recordFields<Values extends Record<string, unknown>>(
  AppField: AnyAppField,
  labels: Partial<Record<keyof Values & string, string>>,
  kinds: { [Name in keyof Values]?: TypedKind | undefined },
  numbers: NumberFormat,
) {
  type TextName = NamesOf<Values, string>
  const words: Partial<Record<string, string>> = labels
  const readable = (kind: TypedKind) => ({
    validators: { onChange: ({ value }: { value: string }) => mistakeIn(value, numbers, kind) },
  })
  return {
    text: (name: TextName, options: Options<'TextField'> = {}) => (
      <AppField name={name}>{(field) => <field.TextField label={words[name]} {...options} />}</AppField>
    ),
    longText: (name: TextName, options: Options<'LongTextField'> = {}) => (
      <AppField name={name}>{(field) => <field.LongTextField label={words[name]} {...options} />}</AppField>
    ),
    /** A whole one, unless its kind says otherwise. */
    number: (name: TextName, { kind = kinds[name] ?? whole, ...options }: Options<'NumberField'> = {}) => (
      <AppField name={name} {...readable(kind)}>
        {(field) => <field.NumberField label={words[name]} kind={kind} {...options} />}
      </AppField>
    ),
    money: (name: TextName, { kind = kinds[name] ?? money, ...options }: Options<'MoneyField'> = {}) => (
      <AppField name={name} {...readable(kind)}>
        {(field) => <field.MoneyField label={words[name]} kind={kind} {...options} />}
      </AppField>
    ),
    select: (name: TextName, options: Options<'SelectField'>) => (
      <AppField name={name}>{(field) => <field.SelectField label={words[name]} {...options} />}</AppField>
    ),
    custom: <Name extends keyof Values & string>(
      name: Name,
      control: (of: Control<Values[Name]>) => ComponentChildren,
    ) => (
      <AppField name={name}>
        {({ state, handleChange }) =>
          // The form has this type of value under this name.
          control({ value: state.value as Values[Name], onChange: handleChange, errors: state.meta.errors })
        }
      </AppField>
    ),
    toggle: (name: NamesOf<Values, boolean>, options: Options<'SwitchField'> = {}) => (
      <AppField name={name}>{(field) => <field.SwitchField label={words[name]} {...options} />}</AppField>
    ),
  }
}
