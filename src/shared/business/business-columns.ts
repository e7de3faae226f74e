import { type Business, type BusinessPath, businessEntries, isGiven } from './business-fields.ts'

type Joined<Path extends string> = Path extends `${infer Group}.${infer Name}`
  ? `${Capitalize<Group>}${Capitalize<Name>}`
  : Capitalize<Path>

/** What the store's column is called. */
export type BusinessColumn = `business${Joined<BusinessPath>}`

type Columns = Readonly<Record<BusinessColumn, unknown>>

export const columnOf = (path: BusinessPath): BusinessColumn => {
  const joined = path.replace(/(?:^|\.)(.)/g, (_, first: string) => first.toUpperCase())
  return `business${joined}` as BusinessColumn // The same as the type says.
}

export const businessOf = (store: Columns): Business =>
  // Each column has been written by its own field.
  Object.fromEntries(businessEntries.map(([path]) => [path, store[columnOf(path)]])) as unknown as Business

/** Null for a store that has not said who sells. */
export function givenBusiness(store: Columns): Business | null {
  const business = businessOf(store)
  return Object.values(business).some(isGiven) ? business : null
}

/** For `changedFields`. */
export const businessNames: Readonly<Record<string, string>> = Object.fromEntries(
  businessEntries.map(([path]) => [columnOf(path), `business.${path}`]),
)

/** What is given, as inputs and bundles have it; null when that is nothing. */
export function businessJson(store: Columns): Record<string, unknown> | null {
  const json: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(businessOf(store))) {
    if (!isGiven(value)) continue
    const [first = '', part] = path.split('.')
    json[first] = part === undefined ? value : { ...(json[first] as object), [part]: value }
  }
  return Object.keys(json).length === 0 ? null : json
}
