import type { ProblemReason } from './reasons.ts'

// Answers outside GraphQL, as JSON has them: who sends one and who reads it compile against the same type.

/** What is wrong with one field of an input. */
export interface Mistake {
  /** As the caller wrote it, such as `buyer.phone` or `items[0].qty`; empty for the whole input. */
  field: string
  message: string
}

/** A refusal; only problem documents have more than `error`. */
export interface RefusalAnswer {
  error: string
  code?: string
  reason?: ProblemReason
  errors?: readonly Mistake[]
}

/** A picture that has been uploaded. */
export interface PictureAnswer {
  media: { id: string; url: string; width: number; height: number }
}

export interface FileMistakes {
  /** The first 1,000. `column` is empty where a whole row is meant. */
  mistakes: { line: number; column: string; message: string }[]
  /** Some more than 100,000 when there are more. */
  mistake_count: number
}

/** Lines are counted as text editors do: from 1, the header included. */
export interface StockFileReport extends FileMistakes {
  imported: boolean
  rows: number
  /** Of a dry run or a refused file: what would be changed. `null` means that the stock is not counted. */
  changed: {
    line: number
    sku: string
    product: string
    /** The values of the variant's options; empty for a product's own stock. */
    options: string[]
    before: number | null
    stock: number | null
  }[]
  /** How many rows say what the stock is already. */
  unchanged: number
  /** Rows that set nothing, and why. */
  left_out: { line: number; sku: string; reason: 'EMPTY' | 'UNKNOWN_SKU' }[]
}

export interface ImportProgress {
  done: number
  total: number
}

/** A line of what is answered while a file is imported; the last one has the report or the error. */
export type ImportLine<Report> =
  | ImportProgress
  | { report: Report }
  | { error: { code: string; reason?: ProblemReason | undefined; message: string } }
