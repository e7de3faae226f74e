import { createLogger, type Logger } from '../../src/platform/logger.ts'

export interface CapturedLog {
  log: Logger
  lines: string[]
}

/** A logger that writes everything down to the finest level; `onLine` hears of each line. */
export function captureLog(onLine: (line: string) => void = () => {}): CapturedLog {
  const lines: string[] = []
  const write = (line: string) => {
    lines.push(line)
    onLine(line)
  }
  return { log: createLogger('trace', { write }), lines }
}
