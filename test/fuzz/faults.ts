import type { Answer } from './fuzzed-shop.ts'
import type { Request } from './requests.ts'

/** The errors in a shop's log, each held against the request that it belongs to. */
export class Faults {
  #lines: string[] = []
  readonly #requests = new Map<string, Request>()

  write(line: string): void {
    this.#lines.push(line)
  }

  /**
   * Takes what was logged for a request until it was answered: the lines with its id, and those without any. It is
   * taken whatever the answer is like, so that no later request is blamed for it, and shrinking finds what fails.
   */
  takeOf(request: Request, { headers }: Answer): string[] {
    const id = String(headers['x-request-id'])
    this.#requests.set(id, request)
    const taken = this.#lines.filter((line) => [undefined, id].includes(requestIdOf(line)))
    this.#lines = this.#lines.filter((line) => !taken.includes(line))
    return taken
  }

  /** Takes all the rest: what was logged after its request had been answered, with that request. */
  takeLate(): { line: string; request: Request | undefined }[] {
    const late = this.#lines.map((line) => ({ line, request: this.#requests.get(`${requestIdOf(line)}`) }))
    this.#lines = []
    this.#requests.clear()
    return late
  }
}

const requestIdOf = (line: string): string | undefined => JSON.parse(line).requestId
