export interface SentStatement {
  text: string
  values: SentValue[]
}

/** A parameter as text, or its bytes where it was sent in binary. */
export type SentValue = string | null | { base64: string }

const NULL_LENGTH = -1
const BINARY = 1

/**
 * Reads what a client of PostgreSQL sends (protocol 3, without TLS): Query runs the text that it brings; Execute the
 * portal that Bind has made of what Parse has prepared.
 */
export function createReader(note: (statement: SentStatement) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>()
  const portals = new Map<string, SentStatement>()
  let rest: Buffer = Buffer.alloc(0)
  let started = false

  function readMessage(type: string, body: Buffer): void {
    const first = textAt(body, 0)
    if (type === 'Q') note({ text: first.text, values: [] })
    else if (type === 'P') prepared.set(first.text, textAt(body, first.end).text)
    else if (type === 'B') {
      const statement = textAt(body, first.end)
      portals.set(first.text, { text: prepared.get(statement.text) ?? '', values: readValues(body, statement.end) })
    } else if (type === 'E') note(portals.get(first.text) ?? { text: '', values: [] })
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

/** The text that begins there and ends with a zero byte, and where the next thing begins. */
function textAt(body: Buffer, start: number): { text: string; end: number } {
  const zero = body.indexOf(0, start)
  return { text: body.toString('utf8', start, zero), end: zero + 1 }
}

/** Of Bind: how many formats, these (none: all are text; one: it holds for all), how many values, and each with its length. */
function readValues(body: Buffer, start: number): SentValue[] {
  let at = start
  const readInt16 = () => {
    at += 2
    return body.readInt16BE(at - 2)
  }
  const formats = Array.from({ length: readInt16() }, readInt16)
  return Array.from({ length: readInt16() }, (_, index) => {
    const length = body.readInt32BE(at)
    at += 4
    if (length === NULL_LENGTH) return null
    at += length
    const bytes = body.subarray(at - length, at)
    const format = formats.length === 1 ? formats[0] : formats[index]
    return format === BINARY ? { base64: bytes.toString('base64') } : bytes.toString('utf8')
  })
}
