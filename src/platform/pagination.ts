import { z } from 'zod'
import { Problem } from './problem.ts'

export interface PageArgs {
  first?: number | null | undefined
  after?: string | null | undefined
}

export interface Connection<Row> {
  edges: Edge<Row>[]
  pageInfo: PageInfo
}

export interface Edge<Row> {
  readonly cursor: string
  readonly node: Row
}

export interface PageInfo {
  readonly startCursor: string | null
  readonly endCursor: string | null
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
}

const kinds = {
  int: z.int32(),
  whole: z.int(),
  // PostgreSQL has no year 0.
  date: z.iso
    .datetime()
    .refine((text) => !text.startsWith('0000'))
    .transform((text) => new Date(text)),
  uuid: z.guid(),
} as const

export interface KeysetField {
  name: string
  kind: keyof typeof kinds
  direction: 'asc' | 'desc'
}

export type KeysetValue = number | Date | string

/** @throws Problem BAD_USER_INPUT when `first` is outside 1–`max` */
export function pageSize({ first }: PageArgs, max: number): number {
  const size = first ?? max
  if (size < 1 || size > max)
    throw new Problem('BAD_USER_INPUT', `first must be between 1 and ${max}`, { field: 'first' })
  return size
}

/** The cost of one entry's fields, times the number of entries. */
export const pageCost =
  (max: number) =>
  ({ first }: PageArgs) => ({
    field: 1,
    multiplier: Math.max(1, Math.min(first ?? max, max)),
  })

/** Most requests ask for no cursor, so it is made on demand. */
class KeysetEdge<Row extends object> implements Edge<Row> {
  readonly node: Row
  readonly #cursorOf: (row: object) => string

  constructor(node: Row, cursorOf: (row: object) => string) {
    this.node = node
    this.#cursorOf = cursorOf
  }

  get cursor(): string {
    return this.#cursorOf(this.node)
  }
}

/** A class, because V8 would keep all rows, which the getters of an object literal can see, until a full collection. */
class KeysetPage implements PageInfo {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly #edges: readonly Edge<object>[]
  readonly #stoppedAt: Edge<object> | null

  constructor(
    edges: readonly Edge<object>[],
    stoppedAt: Edge<object> | null,
    has: { next: boolean; previous: boolean },
  ) {
    this.#edges = edges
    this.#stoppedAt = stoppedAt
    this.hasNextPage = has.next
    this.hasPreviousPage = has.previous
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null
  }

  get endCursor(): string | null {
    return (this.#stoppedAt ?? this.#edges.at(-1))?.cursor ?? null
  }
}

export type Keyset = ReturnType<typeof createKeyset>

export interface PageQuery {
  /** Selects rows after the cursor. Combine it with the list's own conditions. */
  behind: Record<string, unknown>
  orderBy: Record<string, 'asc' | 'desc'>[]
  take: number
}

/**
 * Keyset pagination: rows added or removed between two pages neither repeat nor skip others. The last field must be
 * unique.
 */
export function createKeyset(...fields: readonly KeysetField[]) {
  const cursorShape = z.array(z.unknown()).length(fields.length)

  function cursorOf(row: object): string {
    return Buffer.from(JSON.stringify(fields.map(({ name }) => Reflect.get(row, name)))).toString('base64url')
  }

  /** @throws Problem BAD_USER_INPUT when the text is not a cursor of this order */
  function decode(cursor: string): KeysetValue[] {
    try {
      const values = cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
      return fields.map(({ kind }, at) => kinds[kind].parse(values[at]))
    } catch (cause) {
      throw new Problem('BAD_USER_INPUT', 'after must be a cursor returned by this list', {
        cause,
        field: 'after',
      })
    }
  }

  const orderBy = fields.map(({ name, direction }) => ({ [name]: direction }))

  /** In the order of the list; each is one range of its index. */
  function rangesBehind(cursor: string): Record<string, unknown>[] {
    const values = decode(cursor)
    const ranges = fields.map(({ name, direction }, at) => ({
      ...Object.fromEntries(fields.slice(0, at).map((field, before) => [field.name, values[before]])),
      [name]: { [direction === 'asc' ? 'gt' : 'lt']: values[at] },
    }))
    return ranges.reverse()
  }

  return {
    fields,

    cursorOf,

    orderBy,

    /** The values of a cursor; none without a cursor. @throws Problem BAD_USER_INPUT as `read` does */
    valuesOf: (cursor: string | null | undefined): KeysetValue[] => (cursor ? decode(cursor) : []),

    /**
     * Reads one page of a list.
     * @param read reads at most `limit` rows; `after` are the values of the cursor, none for the first page
     * @throws Problem BAD_USER_INPUT when `first` or `after` is invalid
     */
    async page<Row extends object>(
      args: PageArgs,
      max: number,
      read: (limit: number, after: KeysetValue[]) => Promise<Row[]>,
    ): Promise<Connection<Row>> {
      const size = pageSize(args, max)
      return this.connection(await read(size + 1, this.valuesOf(args.after)), size, args)
    },

    /**
     * Reads at most `take` rows, one range of the index after the other: PostgreSQL would use OR only as a filter, and
     * Prisma cannot compare whole rows. @throws Problem BAD_USER_INPUT when the text is not a cursor of this order
     */
    async read<Row extends object>(
      cursor: string | null | undefined,
      take: number,
      find: (query: PageQuery) => Promise<Row[]>,
    ): Promise<Row[]> {
      const rows: Row[] = []
      for (const behind of cursor ? rangesBehind(cursor) : [{}]) {
        if (rows.length < take) rows.push(...(await find({ behind, orderBy, take: take - rows.length })))
      }
      return rows
    },

    /**
     * Takes rows that were read with a limit of `size + 1`. If reading stopped early although more may follow, pass the
     * last row read as `stoppedAt`: the next page starts after it.
     */
    connection<Row extends object>(
      rows: readonly Row[],
      size: number,
      args: PageArgs,
      stoppedAt: object | null = null,
    ): Connection<Row> {
      const edges = rows.slice(0, size).map((node) => new KeysetEdge(node, cursorOf))
      const stop = stoppedAt && new KeysetEdge(stoppedAt, cursorOf)
      const has = { next: stoppedAt !== null || rows.length > size, previous: Boolean(args.after) }
      return { edges, pageInfo: new KeysetPage(edges, stop, has) }
    },
  }
}

/** The newest by a field first. */
export const latestBy = (name: string) =>
  createKeyset({ name, kind: 'date', direction: 'desc' }, { name: 'id', kind: 'uuid', direction: 'desc' })

export const newestFirst = latestBy('createdAt')
