import { z } from 'zod'
import { Problem } from './problem.ts'

/** Arguments of a Relay connection that only pages forwards. */
export interface PageArgs {
  first?: number | null | undefined
  after?: string | null | undefined
}

export interface Connection<Row> {
  edges: { cursor: string; node: Row }[]
  pageInfo: { startCursor: string | null; endCursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean }
}

const kinds = {
  int: z.int32(),
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

type KeysetValue = number | Date | string

/**
 * How many rows a page gets.
 * @throws Problem BAD_USER_INPUT when `first` is outside 1–`max`
 */
export function pageSize({ first }: PageArgs, max: number): number {
  const size = first ?? max
  if (size < 1 || size > max) throw new Problem('BAD_USER_INPUT', `first must be between 1 and ${max}`)
  return size
}

/** Query cost of a page: the cost of the fields asked of one entry, times the number of entries. */
export const pageCost =
  (max: number) =>
  ({ first }: PageArgs) => ({
    field: 1,
    multiplier: Math.max(1, Math.min(first ?? max, max)),
  })

export type Keyset = ReturnType<typeof createKeyset>

/**
 * Makes the functions that page through rows in a fixed order (keyset pagination), so that rows added or removed
 * between two pages neither repeat nor skip others. The last field must be unique.
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
      throw new Problem('BAD_USER_INPUT', 'after must be a cursor that this list has given out', { cause })
    }
  }

  return {
    cursorOf,

    decode,

    orderBy: fields.map(({ name, direction }) => ({ [name]: direction })),

    /** A Prisma condition for the rows after the cursor; `{}` without a cursor. */
    after(cursor: string | null | undefined): { AND?: Record<string, unknown>[] } {
      if (!cursor) return {}
      const values = decode(cursor)
      const OR = fields.map(({ name, direction }, at) => ({
        ...Object.fromEntries(fields.slice(0, at).map((field, before) => [field.name, values[before]])),
        [name]: { [direction === 'asc' ? 'gt' : 'lt']: values[at] },
      }))
      // This bound adds no new condition, but only with it can PostgreSQL start reading its index at the beginning of
      // the page.
      const bounds = fields.slice(0, 1).map(({ name, direction }) => ({
        [name]: { [direction === 'asc' ? 'gte' : 'lte']: values[0] },
      }))
      return { AND: [...bounds, { OR }] }
    },

    /**
     * Builds the connection from rows that were read with a limit of `size + 1`. If reading stopped before it found so
     * many although more may follow, pass the last row that was read as `stoppedAt`: the next page starts after it.
     */
    connection<Row extends object>(
      rows: readonly Row[],
      size: number,
      args: PageArgs,
      stoppedAt: object | null = null,
    ): Connection<Row> {
      const edges = rows.slice(0, size).map((node) => ({ cursor: cursorOf(node), node }))
      return {
        edges,
        pageInfo: {
          startCursor: edges[0]?.cursor ?? null,
          endCursor: stoppedAt ? cursorOf(stoppedAt) : (edges.at(-1)?.cursor ?? null),
          hasNextPage: stoppedAt !== null || rows.length > size,
          hasPreviousPage: Boolean(args.after),
        },
      }
    },
  }
}

/** The order that most lists use. */
export const newestFirst = createKeyset(
  { name: 'createdAt', kind: 'date', direction: 'desc' },
  { name: 'id', kind: 'uuid', direction: 'desc' },
)
