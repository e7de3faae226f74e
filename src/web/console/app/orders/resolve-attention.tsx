import { useState } from 'preact/hooks'
import { ResolveAttentionDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { Failure } from '../parts/failure.tsx'
import { Icon } from '../parts/icons.tsx'
import { say } from '../parts/toasts.tsx'
import { ORDER_QUERIES, type ShownOrder } from './order-words.tsx'

/** Why the order needs a person, and the note with which that person is done. */
export function ResolveAttention({ order, mayChange }: { order: ShownOrder; mayChange: boolean }) {
  const [note, setNote] = useState('')
  const change = useChange(ResolveAttentionDocument, {
    invalidates: ORDER_QUERIES,
    onDone: () => say('The order needs no attention any more'),
  })
  return (
    <section class="banner" data-tone="bad">
      <Icon name="warning" />
      <div class="banner-text">
        <strong>Needs attention</strong>
        <p>{order.needsAttention}</p>
        {change.error && <Failure error={change.error} />}
        {mayChange && (
          <form
            class="inline-form"
            onSubmit={(event) => {
              event.preventDefault()
              const { orderNo, version } = order
              change.mutate({ orderNo, version, note: note.trim() || null })
            }}
          >
            <label>
              <span class="hidden">What was done, for the history</span>
              <input
                class="input"
                placeholder="What was done, for the history"
                value={note}
                onInput={({ currentTarget }) => setNote(currentTarget.value)}
              />
            </label>
            <button type="submit" class="button" disabled={change.isPending}>
              Done
            </button>
          </form>
        )}
      </div>
    </section>
  )
}
