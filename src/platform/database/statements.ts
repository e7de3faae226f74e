import { Prisma } from '../../generated/prisma/client.ts'
import { snakeCase } from '../text/text.ts'

/**
 * A comment for SQL that is put together of parts, in ever other ways, and whose plan depends on its values: it is not
 * prepared.
 */
export const PLANNED_ANEW = '/* planned anew */'

/** The statement that inserts a row, given by its fields. JSON has to be text already. */
export function insertInto(table: string, row: Readonly<Record<string, unknown>>): Prisma.Sql {
  const columns = Object.keys(row).map(snakeCase).join(', ')
  return Prisma.sql`INSERT INTO ${Prisma.raw(`${table} (${columns})`)} VALUES (${Prisma.join(Object.values(row))})`
}

/**
 * An array of which PostgreSQL learns only when the statement runs. Where it sees how few elements there are, a plan for
 * just these looks cheaper than the one for all executions, by more than planning costs: it then plans anew each time.
 */
export const arrayOf = (values: readonly unknown[], type: 'bigint' | 'int' | 'text' | 'uuid'): Prisma.Sql => {
  const array = Prisma.raw(`${type}[]`)
  return Prisma.sql`(SELECT ${[...values]}::${array})::${array}`
}

/** A statement among others that are put withCtes, under a name by which another may wait for its rows. */
interface NamedCte {
  name: string
  statement: Prisma.Sql
}

export type Cte = Prisma.Sql | NamedCte

/**
 * Puts statements together into one, whose rows are those of the last. They run in no particular order, unless one waits
 * for another (`onceLocked`), and none sees what another has written. Foreign keys are checked once all have run.
 */
export function withCtes(statements: readonly Cte[], last: Prisma.Sql): Prisma.Sql {
  const parts = statements.map((part, index) => {
    const { name, statement } = 'name' in part ? part : { name: `part_${index}`, statement: part }
    return Prisma.sql`${Prisma.raw(name)} AS (${statement})`
  })
  return parts.length === 0 ? last : Prisma.sql`WITH ${Prisma.join(parts)} ${last}`
}

/** The names of those parts that have one. */
export const namesOf = (parts: readonly Cte[]): string[] => parts.flatMap((part) => ('name' in part ? [part.name] : []))

/**
 * A condition that always holds, but is known only once these CTEs of the statement have locked all their rows: as a row
 * is locked when its conditions hold, rows under this condition are locked after those of the CTEs. Because a CTE that
 * can find nothing may be skipped, name all the earlier ones, and let the statement itself read from each.
 */
export const onceLocked = (...ctes: readonly string[]): Prisma.Sql =>
  ctes.length === 0
    ? Prisma.sql`TRUE`
    : Prisma.raw(`${ctes.map((cte) => `(SELECT count(*) FROM ${cte})`).join(' + ')} >= 0`)
