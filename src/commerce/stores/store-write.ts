import { isDeepStrictEqual } from 'node:util'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Issue } from '../../platform/input/issues.ts'

/** What the steps of a write to a store share: of a bundle, a file, or one product that its owner saves. */
export interface StoreWrite {
  tx: Prisma.TransactionClient
  storeId: string
  /** For messages. */
  currency: string
  /** New rows get times one millisecond apart before it, so that newest-first keeps the bundle's order. */
  now: Date
  /** Found by steps with the database's help. If there are any at the end, nothing is stored. */
  issues: Issue[]
  /** A trial reads and compares products and variants, and locks or writes nothing. */
  isTrial?: boolean
  advance(rows: number): void
}

export interface Tally {
  created: number
  updated: number
  unchanged: number
}

export const noRows = (): Tally => ({ created: 0, updated: 0, unchanged: 0 })

const CHUNK = 1_000

/** Pieces small enough for one statement, each with the index of its first entry. */
export function* chunks<Entry>(
  list: readonly Entry[],
  size: number = CHUNK,
): Generator<{ start: number; entries: readonly Entry[] }> {
  for (let start = 0; start < list.length; start += size) {
    yield { start, entries: list.slice(start, start + size) }
  }
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Drops what a bundle leaves out. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  // fromEntries loses the names, which are still those of `fields`.
  return Object.fromEntries(entries) as Given<Fields>
}

export const differs = <Fields extends object>(row: Fields, wanted: Partial<Fields>): boolean =>
  Object.entries(wanted).some(([name, value]) => !isDeepStrictEqual(Reflect.get(row, name), value))

/** See `StoreWrite.now`. */
export const momentOf = ({ now }: Pick<StoreWrite, 'now'>, index: number): Date => new Date(now.getTime() - index)

/** Prisma's createMany refuses an empty list. */
export const isNotEmpty = <Entry>(list: readonly Entry[]): boolean => list.length > 0
