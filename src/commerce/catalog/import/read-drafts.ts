import type { Store } from '../../../generated/prisma/client.ts'
import { numberFormatOf } from '../../../shared/number-format.ts'
import { CsvMistakes } from './csv-mistakes.ts'
import { MOST_COUNTED } from './file-body.ts'
import type { LeftOut, Platform } from './platforms/platform.ts'
import { ProductDrafts, type RowMistake } from './product-rows.ts'
import { readProductRows } from './read-csv.ts'
import { GivenTaxRates } from './tax-classes.ts'

interface DraftOptions {
  /** Of the file's rows; `tooMany` is thrown for more. */
  mostRows: number
  tooMany: () => Error
  setStock: boolean
  from?: Platform | undefined
  /** In percent, by class of another platform's export. */
  taxRates: ReadonlyMap<string, number>
  /** How a rate that is missing is given. */
  taxHint: string
}

export interface ReadDrafts {
  drafts: ProductDrafts
  /** Because of which nothing can be imported; null otherwise. */
  unreadable: readonly RowMistake[] | null
  leftOut: LeftOut | null
  /** Without a rate. */
  taxClasses: string[]
}

/** Reads the products of a file. @throws what `tooMany` gives */
export async function readDrafts(
  store: Pick<Store, 'currency' | 'shippingCountry'>,
  bytes: AsyncIterable<Uint8Array>,
  { mostRows, tooMany, setStock, from, taxRates, taxHint }: DraftOptions,
): Promise<ReadDrafts> {
  const drafts = new ProductDrafts()
  const numbers = numberFormatOf(store.currency, store.shippingCountry)
  const rates = new GivenTaxRates(taxRates, taxHint)
  let leftOut: LeftOut | null = null
  const onLeftOut = (found: LeftOut) => {
    leftOut = found
  }
  try {
    for await (const row of readProductRows(bytes, { numbers, from, setStock, taxRates: rates, onLeftOut })) {
      drafts.add(row)
      if (drafts.rows > mostRows) throw tooMany()
      if (drafts.mistakes.length > MOST_COUNTED) throw new CsvMistakes(drafts.mistakes)
    }
  } catch (failure) {
    if (!(failure instanceof CsvMistakes)) throw failure
    return { drafts, unreadable: failure.mistakes, leftOut: null, taxClasses: [] }
  }
  return { drafts, unreadable: null, leftOut, taxClasses: rates.missing }
}
