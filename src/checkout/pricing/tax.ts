import { divideRounded, MICRO, type Micro, type Subunits } from '../../platform/money.ts'
import { descending, prorate, sum } from './prorate.ts'

interface TaxableLine {
  taxRate: Micro
  /** The line's amount after all reductions, in subunits. */
  taxable: Subunits
}

/** The tax of all lines with the same rate. It is rounded once per rate and not per line. */
export interface RateTax {
  rate: Micro
  taxable: Subunits
  tax: Subunits
}

/** How tax is computed. */
interface TaxTerms {
  /** Whether it is contained in `taxable`; otherwise it is on top of it. */
  inclusive: boolean
  /** What the tax of a rate is a multiple of, in subunits. */
  unit: Subunits
}

/** The tax in subunits. */
export function taxOf(taxable: Subunits, rate: Micro, { inclusive, unit }: TaxTerms): Subunits {
  return divideRounded(taxable * rate, (inclusive ? MICRO + rate : MICRO) * unit) * unit
}

/** Sums up the tax for each rate that occurs, highest rate first. */
export function taxesByRate(lines: readonly TaxableLine[], terms: TaxTerms): RateTax[] {
  const rates = [...new Set(lines.map((line) => line.taxRate))].sort(descending)
  return rates.map((rate) => {
    const taxable = sum(lines.map((line) => taxableAt(rate, line)))
    return { rate, taxable, tax: taxOf(taxable, rate, terms) }
  })
}

/** Adds to each line its share of the tax. @param taxes the result of `taxesByRate` for the same lines */
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
