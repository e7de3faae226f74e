import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A door to PostgreSQL that notes each statement that goes through it. */
export interface StatementCounter {
  /** The database's URL by way of this door. */
  url: string
  /** The statements since the last time, in their order. */
  take(): string[]
  close(): Promise<void>
}

/** Stands between a service and its database: what is counted is what was sent, whatever library sent it. */
export async function openStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  let noted: string[] = []
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

/**
 * Reads what a client of PostgreSQL sends (protocol 3, without TLS): Query runs the text that it brings; Execute the
 * portal that Bind has made of what Parse has prepared.
 */
function createReader(note: (statement: string) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>()
  const portals = new Map<string, string>()
  let rest: Buffer = Buffer.alloc(0)
  let started = false

  function readMessage(type: string, body: Buffer): void {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2)
    if (type === 'Q') note(textOf(body, 0))
    else if (type === 'P') prepared.set(first, textOf(body, Buffer.byteLength(first, 'latin1') + 1))
    else if (type === 'B') portals.set(first, prepared.get(second) ?? '')
    else if (type === 'E') note(portals.get(first) ?? '')
  }

  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The first message has no type.
      const head = started ? 1 : 0
      if (rest.length < head + 4) return
      const end = head + rest.readUInt32BE(head)
      if (rest.length < end) return
      if (started) readMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(head + 4, end))
      started = true
      rest = rest.subarray(end)
    }
  }
}

/** The text that begins there and ends with a zero byte. */
const textOf = (body: Buffer, start: number): string => body.toString('utf8', start, body.indexOf(0, start))
