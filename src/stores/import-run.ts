import { isDeepStrictEqual } from 'node:util'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Issue } from '../platform/input/issues.ts'

/** What the steps of one import share. */
export interface ImportRun {
  tx: Prisma.TransactionClient
  storeId: string
  /** The store's currency, in which messages show amounts. */
  currency: string
  /**
   * The time of the import. New rows get times one millisecond apart before it, so that sorting by newest keeps the
   * order of the bundle.
   */
  now: Date
  /**
   * Mistakes that only the database shows. A step that finds one adds it and continues; if there are any at the end,
   * nothing is stored.
   */
  issues: Issue[]
  /** Whether this is a trial: products and variants are read and compared, but nothing is locked or written. */
  isTrial?: boolean
  /** Reports that `rows` more rows of the bundle are done. */
  advance(rows: number): void
}

export interface Tally {
  created: number
  updated: number
  unchanged: number
}

export const noRows = (): Tally => ({ created: 0, updated: 0, unchanged: 0 })

const CHUNK = 1_000

/** Splits a list into pieces small enough for one statement, each with the index of its first entry. */
export function* chunks<Entry>(
  list: readonly Entry[],
  size: number = CHUNK,
): Generator<{ start: number; entries: readonly Entry[] }> {
  for (let start = 0; start < list.length; start += size) {
    yield { start, entries: list.slice(start, start + size) }
  }
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that are given. Those that a bundle leaves out are `undefined` and are removed. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  // The type of fromEntries loses the names, but they are still those of `fields`.
  return Object.fromEntries(entries) as Given<Fields>
}

/** Whether `row` differs from `wanted` in any field of `wanted`. */
export const differs = <Fields extends object>(row: Fields, wanted: Partial<Fields>): boolean =>
  Object.entries(wanted).some(([name, value]) => !isDeepStrictEqual(Reflect.get(row, name), value))

/** The creation time for the row at `index` of a list: see `ImportRun.now`. */
export const momentOf = ({ now }: Pick<ImportRun, 'now'>, index: number): Date => new Date(now.getTime() - index)

/** Prisma's createMany refuses an empty list. */
export const isNotEmpty = <Entry>(list: readonly Entry[]): boolean => list.length > 0
