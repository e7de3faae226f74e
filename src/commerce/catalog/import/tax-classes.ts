import type { TaxRates } from './platforms/platform-row.ts'

/** What each platform taxes at 0. */
const ZERO = 'zero-rate'

/** `reduced-rate:5,luxury:28`, in percent; null for anything else. */
export function readTaxClasses(text: string): ReadonlyMap<string, number> | null {
  const found = text.split(',').map((entry) => /^\s*([^:=,]{1,200})[:=]\s*(\d{1,3}(?:\.\d{1,4})?)\s*%?\s*$/.exec(entry))
  const rates = found.map((match) => [match?.[1]?.trim().toLowerCase() ?? '', Number(match?.[2])] as const)
  return rates.every(([name, rate]) => name !== '' && rate <= 100) ? new Map(rates) : null
}

/** Knows which classes of the file have no rate yet. */
export class GivenTaxRates implements TaxRates {
  readonly hint: string
  readonly #rates: ReadonlyMap<string, number>
  readonly #missing = new Set<string>()

  constructor(rates: ReadonlyMap<string, number>, hint: string) {
    this.#rates = new Map([[ZERO, 0], ...rates])
    this.hint = hint
  }

  rateOf(taxClass: string): number | undefined {
    const rate = this.#rates.get(taxClass)
    if (rate === undefined) this.#missing.add(taxClass)
    return rate
  }

  get missing(): string[] {
    return [...this.#missing]
  }
}
