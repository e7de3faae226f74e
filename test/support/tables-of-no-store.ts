/**
 * Persons work for several stores, so their tables are no store's: not distributed by Citus, and without foreign keys
 * from or to tables of stores.
 */
export const tablesOfNoStore: readonly string[] = [
  'installation',
  'invitations',
  'log_in_guards',
  'memberships',
  'person_codes',
  'person_sessions',
  'persons',
  'second_factors',
]

/** Those of them whose rows are about one store, by their column `of_store`. */
export const tablesAboutStores: readonly string[] = ['invitations', 'memberships']
