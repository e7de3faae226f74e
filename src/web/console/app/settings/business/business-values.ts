import type { BusinessFragment, BusinessInput } from '../../../../../generated/console/documents.ts'
import {
  type BusinessPath,
  businessEntries,
  businessFields,
  type RegistrationNumber,
} from '../../../../../shared/business/business-fields.ts'

type Named<Path extends string> = Path extends `${infer Group}.${infer Name}` ? `${Group}_${Name}` : Path

/** A field of a form cannot have a point in its name. */
export const nameOf = <Path extends string>(path: Path): Named<Path> => path.replace('.', '_') as Named<Path> // The same as the type says.

export type TextPath = Exclude<BusinessPath, 'registrationNumbers'>

/** Texts, with numbers apart; a name in each line. */
export type BusinessValues = { [Path in TextPath as Named<Path>]: string } & {
  registrationNumbers: readonly RegistrationNumber[]
}

export const isText = (path: BusinessPath): path is TextPath => path !== 'registrationNumbers'

type Tree = Readonly<Record<string, unknown>>

function valueAt(business: Tree, path: BusinessPath): unknown {
  const [first = '', part] = path.split('.')
  const { [first]: value } = business
  return part === undefined ? value : (value as Tree)[part] // The fragment asks for the group.
}

export const labels: Partial<Record<keyof BusinessValues & string, string>> = Object.fromEntries(
  businessEntries.map(([path, { label }]) => [nameOf(path), label]),
)

export function valuesOf(business: BusinessFragment): BusinessValues {
  const texts = businessEntries.map(([path, { kind }]) => {
    const value = valueAt(business, path)
    return [nameOf(path), kind === 'names' ? (value as string[]).join('\n') : (value ?? '')]
  })
  const registrationNumbers = business.registrationNumbers.map(({ name, number }) => ({ name, number }))
  return { ...(Object.fromEntries(texts) as BusinessValues), registrationNumbers } // Of the table, as its type is.
}

/** All fields: what is empty is cleared. */
export function inputOf(values: BusinessValues): BusinessInput {
  const input: Record<string, unknown> = {}
  for (const [path, { kind }] of businessEntries) {
    const [first = '', part] = path.split('.')
    const { [nameOf(path)]: typed } = values
    const value = typeof typed === 'string' ? cleared(typed, kind === 'names') : typed
    input[first] = part === undefined ? value : { ...(input[first] as object), [part]: value }
  }
  // Each value is of its field.
  return input as BusinessInput
}

const cleared = (typed: string, isList: boolean) =>
  isList
    ? typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : typed.trim() || null

export const isTyped = (values: BusinessValues, path: BusinessPath): boolean => {
  const { [nameOf(path)]: value } = values
  return typeof value === 'string' ? value.trim() !== '' : value.length > 0
}

/** The form's field of the server's, such as `registrationNumbers[0].name`. */
export const fieldOf = (path: string): string => {
  const [known = path] = path.split('[')
  return Object.hasOwn(businessFields, known) ? nameOf(known) : known
}
