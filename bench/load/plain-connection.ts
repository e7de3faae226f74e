import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'

/**
 * A connection of HTTP/1.1 that sends a request after the answer of the one before. It understands no more than what the
 * servers of the benchmark answer, whose bodies have a length, and takes half of the CPU that autocannon takes.
 */
export class PlainConnection {
  readonly #socket: Socket
  readonly #host: string
  #received: Buffer = Buffer.alloc(0)
  #answered: ((body: string | null) => void) | null = null

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#read()
    })
    socket.on('error', () => {})
    socket.on('close', () => this.#settle(null))
  }

  /** @param url without a path */
  static async open(url: string): Promise<PlainConnection> {
    const { hostname, port, host } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return new PlainConnection(socket, host)
  }

  /** The answer's body; null when its status is not 200 or the connection has broken. */
  post(path: string, body: string, address: string): Promise<string | null> {
    return new Promise((resolve) => {
      if (this.isClosed) {
        resolve(null)
        return
      }
      this.#answered = resolve
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${this.#host}\r\nContent-Type: application/json\r\nX-Forwarded-For: ${address}\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`,
      )
    })
  }

  get isClosed(): boolean {
    return this.#socket.destroyed
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(): void {
    const text = this.#received.toString('latin1')
    const headEnd = text.indexOf(HEAD_END)
    if (headEnd < 0) return
    const head = text.slice(0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      this.close()
      return
    }
    const start = headEnd + HEAD_END.length
    const end = start + Number(length)
    if (this.#received.length < end) return
    const body = this.#received.toString('utf8', start, end)
    this.#received = this.#received.subarray(end)
    this.#settle(head.startsWith('HTTP/1.1 200') ? body : null)
  }

  #settle(body: string | null): void {
    this.#answered?.(body)
    this.#answered = null
  }
}
