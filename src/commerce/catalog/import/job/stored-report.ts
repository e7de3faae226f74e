import type { FileMistakes } from '../../../../shared/answers.ts'
import { shownMistakes } from '../file-body.ts'
import type { LeftOut } from '../platforms/platform.ts'
import type { ProductDrafts, RowMistake } from '../product-rows.ts'
import type { ImportReport } from '../write-list.ts'

const MOST_LISTED = 1_000

export const RowOutcome = { ADDED: 'ADDED', CHANGED: 'CHANGED', UNCHANGED: 'UNCHANGED', REFUSED: 'REFUSED' } as const
export type RowOutcome = (typeof RowOutcome)[keyof typeof RowOutcome]

export interface ReadProduct {
  /** Of its first row. */
  line: number
  slug: string | null
  name: string | null
  variants: number
  /** Null where mistakes kept it from being found out. */
  outcome: RowOutcome | null
}

/** What was found in a file, in as much as one can read; complete are the counts, and the file of refused rows. */
export interface StoredReport {
  rows: number
  products: number
  added: number
  changed: number
  unchanged: number
  refused: number
  mistakes: FileMistakes['mistakes']
  mistakeCount: number
  leftOut: LeftOut | null
  taxClasses: string[]
  /** The first 1,000. */
  read: ReadProduct[]
}

export function storedReport(
  drafts: ProductDrafts,
  report: ImportReport,
  { leftOut, taxClasses }: Pick<StoredReport, 'leftOut' | 'taxClasses'>,
): StoredReport {
  const outcomes = new Map<number, RowOutcome>()
  const note = (lines: readonly number[], outcome: RowOutcome) => {
    for (const line of lines) outcomes.set(line, outcome)
  }
  note(report.added, 'ADDED')
  note(report.changed, 'CHANGED')
  note(report.unchanged, 'UNCHANGED')
  note(report.refused, 'REFUSED')
  return {
    rows: drafts.rows,
    products: drafts.products.length,
    added: report.added.length,
    changed: report.changed.length,
    unchanged: report.unchanged.length,
    refused: report.refused.length,
    ...mistakesIn(report.mistakes),
    ...{ leftOut, taxClasses },
    read: drafts.products.slice(0, MOST_LISTED).map(({ line, slug = null, fields: { name }, variants }) => ({
      ...{ line, slug, variants: variants.length },
      name: typeof name === 'string' ? name : null,
      outcome: outcomes.get(line) ?? null,
    })),
  }
}

export function mistakesIn(found: readonly RowMistake[]): Pick<StoredReport, 'mistakes' | 'mistakeCount'> {
  const { mistakes, mistake_count: mistakeCount } = shownMistakes(found)
  return { mistakes, mistakeCount }
}

/** Nothing of the file could be read behind these. */
export const unreadable = (drafts: ProductDrafts, mistakes: readonly RowMistake[]): StoredReport => ({
  ...{ rows: drafts.rows, products: drafts.products.length },
  ...{ added: 0, changed: 0, unchanged: 0, refused: drafts.products.length },
  ...mistakesIn(mistakes),
  ...{ leftOut: null, taxClasses: [], read: [] },
})
