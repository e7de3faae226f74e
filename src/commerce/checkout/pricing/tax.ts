import { divideRounded, MICRO, type Micro, type Subunits } from '../../../platform/money.ts'
import { descending, prorate, sum } from './prorate.ts'

interface TaxableLine {
  taxRate: Micro
  /** Subunits after all reductions. */
  taxable: Subunits
}

/** Of all lines with one rate: rounded once per rate, not per line. */
export interface RateTax {
  rate: Micro
  taxable: Subunits
  tax: Subunits
}

interface TaxTerms {
  /** Whether `taxable` contains the tax. */
  inclusive: boolean
  unit: Subunits
}

/** In subunits. */
export function taxOf(taxable: Subunits, rate: Micro, { inclusive, unit }: TaxTerms): Subunits {
  return divideRounded(taxable * rate, (inclusive ? MICRO + rate : MICRO) * unit) * unit
}

/** Highest rate first. */
export function taxesByRate(lines: readonly TaxableLine[], terms: TaxTerms): RateTax[] {
  const rates = [...new Set(lines.map((line) => line.taxRate))].sort(descending)
  return rates.map((rate) => {
    const taxable = sum(lines.map((line) => taxableAt(rate, line)))
    return { rate, taxable, tax: taxOf(taxable, rate, terms) }
  })
}

export function withTax<Line extends TaxableLine>(
  lines: readonly Line[],
  taxes: readonly RateTax[],
  unit: Subunits,
): (Line & { tax: Subunits })[] {
  return taxes.reduce(
    (taxed, { rate, tax }) =>
      prorate(tax, taxed, { weightOf: (line) => taxableAt(rate, line), unit }).map(([line, share]) => ({
        ...line,
        tax: line.tax + share,
      })),
    lines.map((line) => ({ ...line, tax: 0n })),
  )
}

const taxableAt = (rate: Micro, line: TaxableLine): Subunits => (line.taxRate === rate ? line.taxable : 0n)
