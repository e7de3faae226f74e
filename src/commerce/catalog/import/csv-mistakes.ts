import type { RowMistake } from './product-rows.ts'

/** Because of which nothing of a file can be imported. */
export class CsvMistakes extends Error {
  override readonly name = 'CsvMistakes'
  readonly mistakes: readonly RowMistake[]

  constructor(mistakes: readonly RowMistake[]) {
    super(mistakes.map(({ message }) => message).join('; '))
    this.mistakes = mistakes
  }
}
