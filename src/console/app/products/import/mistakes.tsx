import { Paged } from './paged.tsx'

export interface FoundMistakes {
  /** The first of them. */
  mistakes: { line: number; column: string; message: string }[]
  mistake_count: number
}

/** What is wrong in a file, by its lines. */
export function Mistakes({ found: { mistakes, mistake_count: count } }: { found: FoundMistakes }) {
  if (mistakes.length === 0) return null
  return (
    <section class="card">
      <h2>Mistakes</h2>
      {count > mistakes.length && <p class="quiet">The first {mistakes.length} of them.</p>}
      <Paged
        label="Mistakes"
        headings={['Line', 'Column', 'What is wrong']}
        rows={mistakes}
        cells={({ line, column, message }) => [line, column === '' ? '—' : <code>{column}</code>, message]}
      />
    </section>
  )
}
