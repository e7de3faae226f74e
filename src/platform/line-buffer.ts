/** Gathers lines, so that they are written some together. */
export interface LineBuffer {
  write(line: string): void
  /** Writes at once what has been gathered. */
  flush(): void
}

export interface LineBufferOptions {
  /** Writes when lines of so many characters have come together. */
  characters: number
  /** The longest that a line waits, in milliseconds. */
  waitMs: number
}

/** Its timer does not keep the process alive: who ends it flushes. */
export function createLineBuffer(
  write: (lines: string) => void,
  { characters, waitMs }: LineBufferOptions,
): LineBuffer {
  let lines = ''

  function flush(): void {
    if (lines === '') return
    const due = lines
    lines = ''
    write(due)
  }

  setInterval(flush, waitMs).unref()
  return {
    write(line) {
      lines += line
      if (lines.length >= characters) flush()
    },
    flush,
  }
}
