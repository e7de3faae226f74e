import pg from 'pg'

/** Asks on a connection of its own. @throws Error of the connection, of the server, or for no answer in time */
export async function probe<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  withinMs: number,
): Promise<Row | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows[0]
  } finally {
    client.end().catch(() => {})
  }
}
