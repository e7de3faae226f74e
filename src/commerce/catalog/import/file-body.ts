import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { Problem } from '../../../platform/problem.ts'
import type { FileMistakes } from '../../../shared/answers.ts'
import { columnOf } from './csv-columns.ts'
import { MOST_ROWS } from './import-row-inputs.ts'
import type { RowMistake } from './product-rows.ts'

const MOST_MISTAKES = 1_000
/** Behind them nothing is read: each cell of a file may be one. */
export const MOST_COUNTED = 100_000

/** A CSV file that is the body of a request. */
export interface ListFile {
  bytes: Uint8Array
  /** Of the address. */
  query: unknown
  onProgress?: (done: number, total: number) => void
}

export const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).optional()

/** Other requests run between two pieces. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE)
    await setImmediate()
  }
}

const PIECE = 64 * 1024

/** @param command that takes longer files */
export const tooManyRows = (command: string) =>
  new Problem(
    'BAD_USER_INPUT',
    `The file has more than ${MOST_ROWS} rows. Import it in parts, or with storefront ${command}.`,
  )

export const shownMistakes = (mistakes: readonly RowMistake[]): FileMistakes => ({
  mistakes: mistakes.slice(0, MOST_MISTAKES).map(({ line, field, message }) => ({
    ...{ line, message },
    column: field === '' ? '' : columnOf(field),
  })),
  mistake_count: mistakes.length,
})
