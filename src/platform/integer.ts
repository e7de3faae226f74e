/** The largest number that a column of PostgreSQL's type `integer` holds. */
export const MAX_INTEGER = 2_147_483_647
