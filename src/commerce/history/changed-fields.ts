import { isDeepStrictEqual } from 'node:util'
import { microToNumber, toMainUnits } from '../../platform/money.ts'
import { ValueType } from './change-kinds.ts'

/** A type alias, so that Prisma's types accept it as JSON. */
export type ChangedField = {
  name: string
  /** Absent for secrets, lists and objects; null for none. */
  from?: string | null
  to?: string | null
  /** Of the values; TEXT when absent. */
  type?: ValueType
}

interface Options {
  /** Of amounts. */
  currency: string
  /** Fields whose values are not shown. */
  secret?: readonly string[]
  /** By their column's name; others are called as their column. */
  names?: Readonly<Record<string, string>>
  /** Stands before each name. */
  prefix?: string
  /** Columns of type bigint that are no amounts. */
  counted?: readonly string[]
}

const MAX_VALUE = 200
const MAX_FIELDS = 50

/** Of no interest to owners. */
const internal = new Set([
  ...['storeId', 'id', 'productId', 'zoneId', 'version', 'businessVersion', 'createdAt', 'updatedAt'],
])

/** What differs between two states of a row, by the fields of the newer one. */
export function changedFields(before: object, after: object, options: Options): ChangedField[] {
  return Object.entries(after).flatMap(([column, value]): ChangedField[] => {
    const old: unknown = Reflect.get(before, column)
    if (internal.has(column) || isDeepStrictEqual(old, value)) return []
    const { names = {}, prefix = '', secret = [] } = options
    const name = prefix + (names[column] ?? column.replace(/Micro$/, ''))
    const isShown = !secret.includes(column) && [old, value].every(isScalar)
    if (!isShown) return [{ name }]
    const type = typeOf(value ?? old, column, options)
    const values = { from: shown(old, column, options), to: shown(value, column, options) }
    return [{ name, ...values, ...(type !== ValueType.TEXT && { type }) }]
  })
}

/** What an entry has room for. */
export const bounded = (fields: readonly ChangedField[]): ChangedField[] => fields.slice(0, MAX_FIELDS)

const isScalar = (value: unknown): boolean => value == null || value instanceof Date || typeof value !== 'object'

/** Shares of a price, which owners write in percent. */
const percentages = new Set(['taxRateMicro', 'percentMicro'])

function typeOf(value: unknown, column: string, { counted = [] }: Options): ValueType {
  if (value instanceof Date) return ValueType.INSTANT
  if (typeof value === 'boolean') return ValueType.FLAG
  if (column.endsWith('Micro')) return percentages.has(column) ? ValueType.TEXT : ValueType.NUMBER
  if (typeof value === 'bigint') return counted.includes(column) ? ValueType.NUMBER : ValueType.AMOUNT
  return typeof value === 'number' ? ValueType.NUMBER : ValueType.TEXT
}

function shown(value: unknown, column: string, { currency, counted = [] }: Options): string | null {
  if (value == null) return null
  if (value instanceof Date) return value.toISOString()
  if (column.endsWith('Micro') && (typeof value === 'bigint' || typeof value === 'number')) {
    const micro = BigInt(value)
    return percentages.has(column) ? `${microToNumber(micro * 100n)}%` : String(microToNumber(micro))
  }
  if (typeof value === 'bigint' && !counted.includes(column)) return String(toMainUnits(value, currency))
  return shortened(String(value))
}

function shortened(text: string): string {
  if (text.length <= MAX_VALUE) return text
  const characters = Array.from(text.slice(0, 2 * MAX_VALUE))
  return characters.length <= MAX_VALUE && text.length <= 2 * MAX_VALUE
    ? text
    : `${characters.slice(0, MAX_VALUE).join('')}…`
}
