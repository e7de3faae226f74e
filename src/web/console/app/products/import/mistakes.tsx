import type { FileMistakes } from '../../../../../shared/answers.ts'
import { Paged } from './paged.tsx'

interface MistakesProps {
  /** The first of them. */
  mistakes: readonly FileMistakes['mistakes'][number][]
  count: number
}

/** What is wrong in a file, by its lines. */
export function Mistakes({ mistakes, count }: MistakesProps) {
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
