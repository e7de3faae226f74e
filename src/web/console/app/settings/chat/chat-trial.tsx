import { useState } from 'preact/hooks'
import { TestChatDocument } from '../../../../../generated/console/documents.ts'
import { MAX_TURNS } from '../../../../../shared/bounds.ts'
import { useChange } from '../../data/use-data.ts'
import { Failure } from '../../parts/failure.tsx'

interface Turn {
  role: 'USER' | 'ASSISTANT'
  content: string
}

/** Asks the assistant what a shopper would ask, with what is typed and not saved yet. */
export function ChatTrial({ context }: { context: string }) {
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const [typed, setTyped] = useState('')
  const ask = useChange(TestChatDocument, { invalidates: [] })

  function send(): void {
    const asked = typed.trim()
    if (asked === '' || ask.isPending) return
    ask.mutate(
      { message: asked, context, history: turns.slice(-MAX_TURNS) },
      {
        onSuccess({ testChat: answer }) {
          setTurns((now) => [...now, { role: 'USER', content: asked }, { role: 'ASSISTANT', content: answer ?? '' }])
          // The next one may be typed already.
          setTyped((now) => (now === typed ? '' : now))
        },
      },
    )
  }

  return (
    <section class="card">
      <div class="card-head">
        <h2>Try it out</h2>
        {turns.length > 0 && (
          <button type="button" class="button" disabled={ask.isPending} onClick={() => setTurns([])}>
            Start again
          </button>
        )}
      </div>
      <p class="quiet">It answers with what is typed above, saved or not. Services count once they are saved.</p>
      <ol class="entries" aria-label="Conversation" aria-live="polite">
        {turns.map(({ role, content }, index) => (
          // They are only added at the end.
          <li key={index}>
            <span class="quiet">{role === 'USER' ? 'You' : 'Assistant'}</span>
            <p class="note" dir="auto">
              {content}
            </p>
          </li>
        ))}
      </ol>
      {ask.error && <Failure error={ask.error} />}
      {/* No form: it stands in that of the settings. */}
      <div class="inline-form">
        <label class="field">
          <span class="field-label">Question</span>
          <input
            class="input"
            maxLength={500}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              send()
            }}
          />
        </label>
        <button type="button" class="button" disabled={ask.isPending} onClick={send}>
          {ask.isPending ? 'Asking…' : 'Ask'}
        </button>
      </div>
    </section>
  )
}
