import { SingleBar } from 'cli-progress'
import { terminal } from './terminal.ts'

/** Null when standard error is no terminal. */
export function progressBar(file: string): SingleBar | null {
  if (!terminal().isScreen) return null
  const bar = new SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    format: `${file} [{bar}] {value}/{total}`,
  })
  bar.start(1, 0)
  return bar
}

export const progressOf = (bar: SingleBar | null) => (done: number, total: number) => {
  bar?.setTotal(total)
  bar?.update(done)
}
