import type { ComponentChildren, FunctionComponent } from 'preact'
import type { FieldComponents } from './fields.tsx'
import { notANumber } from './typed-numbers.ts'

/** `AppField` of a form with any values. */
export type AnyAppField = FunctionComponent<{
  name: string
  validators?: { onChange: typeof notANumber }
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
) {
  type TextName = NamesOf<Values, string>
  const words: Partial<Record<string, string>> = labels
  const numeric = { validators: { onChange: notANumber } }
  return {
    text: (name: TextName, options: Options<'TextField'> = {}) => (
      <AppField name={name}>{(field) => <field.TextField label={words[name]} {...options} />}</AppField>
    ),
    longText: (name: TextName, options: Options<'LongTextField'> = {}) => (
      <AppField name={name}>{(field) => <field.LongTextField label={words[name]} {...options} />}</AppField>
    ),
    number: (name: TextName, options: Options<'NumberField'> = {}) => (
      <AppField name={name} {...numeric}>
        {(field) => <field.NumberField label={words[name]} {...options} />}
      </AppField>
    ),
    money: (name: TextName, options: Options<'MoneyField'> = {}) => (
      <AppField name={name} {...numeric}>
        {(field) => <field.MoneyField label={words[name]} {...options} />}
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
