import { useState } from 'preact/hooks'
import { AddOrderNoteDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { actorName } from '../parts/actor.ts'
import { Badge } from '../parts/badge.tsx'
import { Failure } from '../parts/failure.tsx'
import { words } from '../parts/formats.ts'
import { say } from '../parts/toasts.tsx'
import { useFormats } from '../session/store-context.tsx'
import { isPickup, type ShownOrder } from './order-words.tsx'

/** What has happened to the order, latest first, with who did it; and notes for those who work on it. */
export function OrderHistory({ order, mayChange }: { order: ShownOrder; mayChange: boolean }) {
  const formats = useFormats()
  const events = [...order.events].reverse()
  return (
    <section class="card">
      <h2>History</h2>
      {mayChange && <NoteForm orderNo={order.orderNo} />}
      <ol class="timeline">
        {events.map((event, index) => (
          <li key={events.length - index} data-kind={event.kind}>
            <strong>{kindWords(event.kind, order)}</strong>
            {event.detail && <bdi class="timeline-detail">{event.detail}</bdi>}
            <span class="quiet">
              <time dateTime={event.createdAt}>{formats.dateTime(event.createdAt)}</time> ·{' '}
              <bdi>{actorName(event.actor)}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function kindWords(kind: string, order: ShownOrder): string {
  if (kind === 'READY') return 'Ready for pick-up'
  if (kind === 'DELIVERED' && isPickup(order)) return 'Picked up'
  if (kind === 'DELIVERY_UNDONE') return isPickup(order) ? '“Picked up” undone' : '“Delivered” undone'
  return words(kind)
}

function NoteForm({ orderNo }: { orderNo: string }) {
  const [note, setNote] = useState('')
  const change = useChange(AddOrderNoteDocument, { invalidates: ['Order'], onDone: () => say('Note added') })
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault()
        // The next one may be typed before this one is saved.
        change.mutate({ orderNo, note: note.trim() }, { onSuccess: () => setNote((now) => (now === note ? '' : now)) })
      }}
    >
      <label>
        <span class="hidden">Note, which the buyer does not see</span>
        <input
          class="input"
          placeholder="Note, which the buyer does not see"
          value={note}
          onInput={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </label>
      <button type="submit" class="button" disabled={note.trim() === '' || change.isPending}>
        Add note
      </button>
      {change.error && <Failure error={change.error} />}
    </form>
  )
}

const tones = { SENT: 'good', NOT_SENT: 'bad', WAITING: 'busy', FAILED: 'bad' } as const

/** What the service has written to the buyer and to the owner about the order. */
export function OrderMails({ mails }: Pick<ShownOrder, 'mails'>) {
  const formats = useFormats()
  if (mails.length === 0) return null
  return (
    <section class="card">
      <h2>Mails</h2>
      <ul class="plain-list">
        {mails.map(({ name, recipient, status, sentAt, failure }) => (
          <li key={`${name} ${recipient} ${sentAt}`}>
            {words(name)} <Badge tone={tones[status as keyof typeof tones] ?? 'plain'}>{words(status)}</Badge>
            <span class="quiet">
              {recipient === 'OWNER' ? 'To you' : 'To the buyer'}
              {sentAt && ` · ${formats.dateTime(sentAt)}`}
            </span>
            {failure && <span class="field-mistake">{failure}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
