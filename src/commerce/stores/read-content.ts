import type { Context } from '../../api/context.ts'
import type { StoreStatement } from '../../platform/database/store-statement.ts'

/** The store's version at the time of the statement, and the row's place. */
interface Marked {
  replayedVersion: bigint
  /** Null in the only row when nothing was found. */
  place: number | null
}

/**
 * From the replica when it has the context's version, else from the primary. What moves without the version, such as
 * stock, may be as old as a replica may lag. @param values the parameters from `$2` on
 */
export function readContent<Row extends object>(
  context: Pick<Context, 'services' | 'store' | 'contentVersion'>,
  statement: StoreStatement<Row>,
  ...values: unknown[]
): Promise<Row[]> {
  const { services, store, contentVersion } = context
  if (services.db.replica === null || contentVersion === null)
    return services.db.sql.read(statement, store.id, ...values)
  return readNewEnough(context, contentVersion, statement, values)
}

async function readNewEnough<Row extends object>(
  {
    services: {
      db: { replica, sql },
    },
    store,
  }: Pick<Context, 'services' | 'store'>,
  contentVersion: bigint,
  statement: StoreStatement<Row>,
  values: unknown[],
): Promise<Row[]> {
  const isNewEnough = ([row]: readonly Marked[]) => row !== undefined && row.replayedVersion >= contentVersion
  const marked = await replica?.read<Row & Marked>(markedText(statement), [store.id, ...values], isNewEnough)
  if (!marked) return sql.read(statement, store.id, ...values)
  return marked[0]?.place === null ? [] : marked
}

/** With the version from the same snapshot, never from before its rows. */
const markedText = ({ text }: StoreStatement<object>): string => `
    SELECT content.version AS "replayedVersion", answer.*
    FROM (SELECT coalesce((SELECT version FROM content_versions WHERE store_id = $1), 0) AS version) AS content
    LEFT JOIN (SELECT (row_number() OVER ())::int AS place, found.* FROM (${text}) AS found) AS answer ON true
    ORDER BY answer.place`
