import { Prisma } from '../../generated/prisma/client.ts'
import { snakeCase } from '../text/text.ts'

/** Marks SQL that varies too much to be prepared. */
export const PLANNED_ANEW = '/* planned anew */'

/** JSON has to be text already. */
export function insertInto(table: string, row: Readonly<Record<string, unknown>>): Prisma.Sql {
  const columns = Object.keys(row).map(snakeCase).join(', ')
  return Prisma.sql`INSERT INTO ${Prisma.raw(`${table} (${columns})`)} VALUES (${Prisma.join(Object.values(row))})`
}

/**
 * Hides the array's length from the planner: with it, a custom plan looks cheaper and PostgreSQL plans anew each time.
 */
export const arrayOf = (values: readonly unknown[], type: 'bigint' | 'int' | 'text' | 'uuid'): Prisma.Sql => {
  const array = Prisma.raw(`${type}[]`)
  return Prisma.sql`(SELECT ${[...values]}::${array})::${array}`
}

/** A CTE with a name by which another may wait for its rows. */
interface NamedCte {
  name: string
  statement: Prisma.Sql
}

export type Cte = Prisma.Sql | NamedCte

/**
 * CTEs run in no particular order unless one waits for another (`onceLocked`), and none sees what another has written.
 * Foreign keys are checked once all have run.
 */
export function withCtes(statements: readonly Cte[], last: Prisma.Sql): Prisma.Sql {
  const parts = statements.map((part, index) => {
    const { name, statement } = 'name' in part ? part : { name: `part_${index}`, statement: part }
    return Prisma.sql`${Prisma.raw(name)} AS (${statement})`
  })
  return parts.length === 0 ? last : Prisma.sql`WITH ${Prisma.join(parts)} ${last}`
}

export const namesOf = (parts: readonly Cte[]): string[] => parts.flatMap((part) => ('name' in part ? [part.name] : []))

/**
 * Always true, but known only once these CTEs have locked their rows, so that rows under this condition are locked
 * later.
 * PostgreSQL may skip an empty CTE: name all the earlier ones, and read from each.
 */
export const onceLocked = (...ctes: readonly string[]): Prisma.Sql =>
  ctes.length === 0
    ? Prisma.sql`TRUE`
    : Prisma.raw(`${ctes.map((cte) => `(SELECT count(*) FROM ${cte})`).join(' + ')} >= 0`)
