import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CuttableProxy = {
  url: string
  /** Drops every connection and refuses new ones. */
  cut(): Promise<void>
  /** Accepts connections again, on the same port. */
  mend(): Promise<void>
  /** Keeps connections open and passes nothing on. */
  hang(): void
  resume(): void
  /** Passes requests on, but drops the connection in place of the next answers. */
  loseAnswers(count: number): void
  bytesFromClient(): number
  close(): Promise<void>
}

/** A TCP proxy on loopback in front of a service, for tests in which the network fails. */
export async function startCuttableProxy(targetUrl: string): Promise<CuttableProxy> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  let received = 0
  let hanging = false
  let toLose = 0

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 6379), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (hanging) from.pause()
    }
    upstream.prependListener('data', () => {
      if (toLose === 0) return
      toLose -= 1
      client.destroy()
    })
    client.on('data', (chunk) => {
      received += chunk.length
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo

  async function cut(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  return {
    url: `redis://127.0.0.1:${port}${target.pathname}`,
    cut,
    async mend() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    hang() {
      hanging = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      hanging = false
      for (const socket of sockets) socket.resume()
    },
    loseAnswers(count) {
      toLose = count
    },
    bytesFromClient: () => received,
    close: cut,
  }
}
