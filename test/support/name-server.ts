import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface NameServer {
  /** For a resolver: address and port. */
  address: string
  /** The names that it was asked for, each once, in the order in which they came. */
  asked: Set<string>
  /** The IPv4 address of a name; null is never answered. */
  answer: (name: string) => string | null
  close(): Promise<void>
}

const TYPE_A = 1

/** Somebody's name server on loopback, which never answers until it is told to. */
export async function openNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const server: NameServer = {
    address: '',
    asked: new Set(),
    answer: () => null,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question)
    server.asked.add(name)
    const address = server.answer(name)
    if (address)
      socket.send(answerTo(question.subarray(0, end), type === TYPE_A ? address : null), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}

const HEADER_BYTES = 12

/** RFC 1035, 4.1.2: the name's parts with their lengths, then type and class, of two bytes each. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const parts: string[] = []
  let at = HEADER_BYTES
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    parts.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: parts.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** The question, and the address when there is one: a pointer to its name, type A, class IN, no time to live. */
function answerTo(question: Buffer, address: string | null): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(address ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  const record = address ? [0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)] : []
  return Buffer.concat([header, question.subarray(HEADER_BYTES), Buffer.from(record)])
}
