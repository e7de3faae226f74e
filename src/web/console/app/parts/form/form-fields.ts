import { money, type NumberFormat, numberOf, type TypedKind, typedMoney, typedNumber, whole } from './typed-numbers.ts'

/** A field of a form, defined once: its word, and its value on the way from the record to the form and back. */
export interface FormField<Stored, Typed, Sent> {
  label: string
  /** What a field for numbers takes. */
  kind?: TypedKind
  /** What the form shows. @param stored nothing in a new record */
  typed(stored: Stored | null | undefined, numbers: NumberFormat): Typed
  /** What the server is sent. */
  sent(typed: Typed, numbers: NumberFormat): Sent
}

/** A text as it is typed. */
export const text = (label: string): FormField<string, string, string> => ({
  label,
  typed: (stored) => stored ?? '',
  sent: (typed) => typed,
})

/** A text without blanks around it. */
export const line = (label: string): FormField<string, string, string> => ({
  ...text(label),
  sent: (typed) => typed.trim(),
})

/** Null while it is empty. */
export const lineOrNull = (label: string): FormField<string, string, string | null> => ({
  ...text(label),
  sent: (typed) => typed.trim() || null,
})

interface NumberOptions {
  kind?: TypedKind
  /** In the form of a new record, which is empty otherwise. */
  first?: number
}

/** A whole number, unless its kind says otherwise; null while it is empty. */
export const number = (
  label: string,
  { kind = whole, first }: NumberOptions = {},
): FormField<number, string, number | null> => ({
  label,
  kind,
  typed: (stored, numbers) => (kind.isMoney ? typedMoney : typedNumber)(stored ?? first, numbers),
  sent: (typed, numbers) => numberOf(typed, numbers, kind),
})

/** An amount in the store's currency; null while it is empty. */
export const amount = (label: string, options: NumberOptions = {}): FormField<number, string, number | null> =>
  number(label, { kind: money, ...options })

/** A field for numbers that sends 0 while it is empty. */
export const orZero = (field: FormField<number, string, number | null>): FormField<number, string, number> => ({
  ...field,
  sent: (typed, numbers) => field.sent(typed, numbers) ?? 0,
})

/** What is sent as it was read or chosen. @param first in the form of a new record */
export const choice = <Value>(label: string, first: Value): FormField<Value, Value, Value> => ({
  label,
  typed: (stored) => stored ?? first,
  sent: (typed) => typed,
})

export type Fields = Record<string, FormField<unknown, unknown, unknown>>
type Stored<Of extends Fields> = { [Name in keyof Of]?: Parameters<Of[Name]['typed']>[0] }
export type Typed<Of extends Fields> = { [Name in keyof Of]: ReturnType<Of[Name]['typed']> }
type Sent<Of extends Fields> = { [Name in keyof Of]: ReturnType<Of[Name]['sent']> }

/** What a form needs of its fields. */
export interface FormFormat<Of extends Fields> {
  labels: { [Name in keyof Of]: string }
  kinds: { [Name in keyof Of]?: TypedKind }
  /** @param record null for a new one */
  valuesOf: (record: Stored<Of> | null, numbers: NumberFormat) => Typed<Of>
  inputOf: (values: Typed<Of>, numbers: NumberFormat) => Sent<Of>
}

/** The values of a form. */
export type ValuesOf<Format> = Format extends FormFormat<infer Of> ? Typed<Of> : never

export function formFormat<Of extends Fields>(fields: Of): FormFormat<Of> {
  const each = <Value>(value: (field: Of[string], name: string) => Value): never =>
    // Object.fromEntries loses the names.
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, value(field as Of[string], name)])) as never
  return {
    labels: each(({ label }) => label),
    kinds: each(({ kind }) => kind),
    valuesOf: (record, numbers) => each((field, name) => field.typed(record?.[name], numbers)),
    inputOf: (values, numbers) => each((field, name) => field.sent(values[name], numbers)),
  }
}
