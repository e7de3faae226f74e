import { isDeepStrictEqual } from 'node:util'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Issue } from '../platform/input/issues.ts'

/** One import under way: what its steps share. */
export interface ImportRun {
  tx: Prisma.TransactionClient
  storeId: string
  /** The store's: what amounts in messages are told in. */
  currency: string
  /** The moment of the import. Rows are made a millisecond apart before it, so that "newest first" is a bundle's order. */
  now: Date
  /** Mistakes that only the database shows. Whoever finds one adds it and goes on; in the end nothing is stored. */
  issues: Issue[]
  /** Whether it is only tried: products and variants are read and compared, and nothing is locked or written. */
  isTrial?: boolean
  /** Tells that so many more rows of the bundle are done. */
  advance(rows: number): void
}

export interface Tally {
  created: number
  updated: number
  unchanged: number
}

export const noRows = (): Tally => ({ created: 0, updated: 0, unchanged: 0 })

const CHUNK = 1_000

/** A list in pieces that one statement carries, with the index at which each begins. */
export function* chunks<Entry>(
  list: readonly Entry[],
  size: number = CHUNK,
): Generator<{ start: number; entries: readonly Entry[] }> {
  for (let start = 0; start < list.length; start += size) {
    yield { start, entries: list.slice(start, start + size) }
  }
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that a bundle gives; those that it leaves out are `undefined` and stay as they are. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  // fromEntries forgets the names; they are still those of `fields`.
  return Object.fromEntries(entries) as Given<Fields>
}

/** Whether `row` has another value than `wanted` in one of its fields. */
export const differs = <Fields extends object>(row: Fields, wanted: Partial<Fields>): boolean =>
  Object.entries(wanted).some(([name, value]) => !isDeepStrictEqual(Reflect.get(row, name), value))

/** The moment at which the `index`th row of a list came to be: see `ImportRun.now`. */
export const momentOf = ({ now }: Pick<ImportRun, 'now'>, index: number): Date => new Date(now.getTime() - index)

/** createMany takes no empty list. */
export const isNotEmpty = <Entry>(list: readonly Entry[]): boolean => list.length > 0
