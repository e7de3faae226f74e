import { createHash } from 'node:crypto'
import anyAscii from 'any-ascii'
import { comparableText } from '../../../platform/text/text.ts'
import { foldLetters } from '../search/words/words.ts'

const LONGEST = 200

/** "Crème brûlée No. 5" becomes "creme-brulee-no-5"; a name without letters becomes its hash. */
export function slugOf(name: string): string {
  const made = anyAscii(foldLetters(name))
    .toLowerCase()
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  return made || `product-${createHash('sha256').update(comparableText(name)).digest('hex').slice(0, 8)}`
}

/** Slugs that are taken. */
export class TakenSlugs {
  readonly #taken: Set<string>
  /** The number to try next for each slug, so that thousands of like names do not each begin at 2. */
  readonly #next = new Map<string, number>()

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  /** Takes the slug, or the first of slug-2, slug-3, … that is free. */
  takeFree(slug: string): string {
    let number = this.#next.get(slug) ?? 1
    const numbered = () => (number === 1 ? slug : `${slug}-${number}`)
    while (this.#taken.has(numbered())) number += 1
    const free = numbered()
    this.#taken.add(free)
    this.#next.set(slug, number + 1)
    return free
  }
}
