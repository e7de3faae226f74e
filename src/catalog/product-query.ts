/** Relations to include, taken from the GraphQL selection. */
export type ProductQuery = { include?: { variants?: boolean | object } }
