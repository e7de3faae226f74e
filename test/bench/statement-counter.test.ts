import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openStatementCounter } from '../../bench/servers/statement-counter.ts'
import { needs, noServer } from '../support/needs.ts'

const source = inject('testDatabaseSource')

// The embedded database has no wire to stand in.
it('counts each statement that runs, prepared or not, once, and keeps its parameters', needs(noServer), async () => {
  if (source.kind !== 'template') return
  const counter = await openStatementCounter(source.url)
  const client = new pg.Client({ connectionString: counter.url })
  try {
    await client.connect()
    counter.take()
    await client.query('BEGIN')
    const prepared = { name: 'sum', text: 'SELECT $1::int + 1 AS sum, $2::text AS name' }
    expect((await client.query({ ...prepared, values: [1, 'Čaj'] })).rows).toEqual([{ sum: 2, name: 'Čaj' }])
    // The second time nothing is parsed any more.
    expect((await client.query({ ...prepared, values: [2, 'x'.repeat(100_000)] })).rows[0].sum).toBe(3)
    await client.query('SELECT $1::text', ['unnamed'])
    await client.query('COMMIT')
    expect(counter.take().map(({ text }) => text)).toEqual([
      'BEGIN',
      prepared.text,
      prepared.text,
      'SELECT $1::text',
      'COMMIT',
    ])
    expect(counter.take().map(({ text }) => text)).toEqual([])
  } finally {
    await client.end()
    await counter.close()
  }
})
