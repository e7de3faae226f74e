import { useState } from 'preact/hooks'
import {
  CreateWebhookDocument,
  UpdateWebhookDocument,
  type WebhookEvent,
  type WebhookRowFragment,
} from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { say } from '../../parts/toasts.tsx'
import { events, WEBHOOK_QUERIES } from './webhook-words.ts'

interface WebhookDialogProps {
  /** Null for a new one. */
  webhook: WebhookRowFragment | null
  onClose: () => void
  /** With the secret of a new one. */
  onSecret: (secret: string) => void
}

export function WebhookDialog({ webhook, onClose, onSecret }: WebhookDialogProps) {
  const create = useChange(CreateWebhookDocument, { invalidates: WEBHOOK_QUERIES })
  const update = useChange(UpdateWebhookDocument, { invalidates: WEBHOOK_QUERIES })
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [isAll, setAll] = useState((webhook?.events.length ?? 0) === 0)
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>(webhook?.events ?? [])
  const error = create.error ?? update.error
  const mistake = error?.mistakes.find(({ field }) => field === 'url')?.message

  function send(): void {
    const input = { url: url.trim(), events: isAll ? [] : [...chosen] }
    if (webhook) {
      update.mutate(
        { id: webhook.id, version: webhook.version, input },
        {
          onSuccess() {
            say('Webhook saved')
            onClose()
          },
        },
      )
    } else {
      create.mutate({ input }, { onSuccess: ({ createWebhook: made }) => (made ? onSecret(made.secret) : onClose()) })
    }
  }

  return (
    <DialogForm
      title={webhook ? 'Edit the webhook' : 'New webhook'}
      action={webhook ? 'Save' : 'Create the webhook'}
      error={error}
      isPending={create.isPending || update.isPending}
      isIncomplete={!isAll && chosen.length === 0}
      onSend={send}
      onClose={onClose}
    >
      <label class="field">
        <span class="field-label">Address</span>
        <input
          class="input"
          type="url"
          name="url"
          required
          placeholder="https://"
          value={url}
          aria-invalid={mistake ? true : undefined}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <span class="field-hint">Where your program listens: https, on the public internet.</span>
      </label>
      <fieldset class="checks">
        <legend>What is sent</legend>
        <label class="check">
          <input type="radio" name="all" checked={isAll} onChange={() => setAll(true)} />
          <span>All events, those of later versions as well</span>
        </label>
        <label class="check">
          <input type="radio" name="all" checked={!isAll} onChange={() => setAll(false)} />
          <span>Only these</span>
        </label>
      </fieldset>
      {!isAll && (
        <fieldset class="checks">
          <legend>Events</legend>
          {events.map(([event, title]) => (
            <label key={event} class="check">
              <input
                type="checkbox"
                checked={chosen.includes(event)}
                onChange={({ currentTarget }) =>
                  setChosen(currentTarget.checked ? [...chosen, event] : chosen.filter((other) => other !== event))
                }
              />
              <span>{title}</span>
            </label>
          ))}
        </fieldset>
      )}
    </DialogForm>
  )
}
