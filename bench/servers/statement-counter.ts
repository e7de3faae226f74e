import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createReader, type SentStatement } from './sent-statements.ts'

/** A door to PostgreSQL that notes each statement that goes through it. */
export interface StatementCounter {
  url: string
  /** The statements since the last time, in their order. */
  take(): SentStatement[]
  close(): Promise<void>
}

/** Stands between a service and its database: what is counted is what was sent, whatever library sent it. */
export async function openStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  let noted: SentStatement[] = []
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(databaseUrl)
  const server = createServer((client) => {
    const database = connect({ host: hostname, port: Number(port || 5432), noDelay: true })
    client.setNoDelay(true)
    const read = createReader((statement) => noted.push(statement))
    client.on('data', read)
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => client.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`
  return {
    url: url.href,
    take() {
      const taken = noted
      noted = []
      return taken
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
