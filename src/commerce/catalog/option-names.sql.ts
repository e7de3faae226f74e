import type { Sql } from '../../platform/database/sql.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'

// SQL: groups by a list, which may be that of the keys of an object.

const ofStore = storeStatement<{ names: string[] }>(
  'option names',
  `SELECT names FROM (
     SELECT CASE WHEN cardinality(option_names) > 0 THEN option_names ELSE ARRAY(SELECT jsonb_object_keys(options)) END AS names
     FROM variants WHERE store_id = $1
   ) AS named
   GROUP BY names ORDER BY count(*) DESC, names`,
)

/** The names of variants' options in their orders, the most frequent first. */
export const optionNamesOf = async (sql: Pick<Sql, 'read'>, storeId: string): Promise<string[][]> =>
  (await sql.read(ofStore, storeId)).map(({ names }) => names)
