/**
 * Persons work for several stores, so their tables are no store's: not distributed by Citus, and without foreign keys
 * from or to tables of stores.
 */
export const tablesOfNoStore: readonly string[] = [
  'installation',
  'log_in_guards',
  'memberships',
  'person_sessions',
  'persons',
]
