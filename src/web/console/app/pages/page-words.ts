/** The names of queries that show pages. */
export const PAGE_QUERIES = ['Pages', 'OwnPage']
