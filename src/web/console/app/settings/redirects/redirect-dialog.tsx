import { useState } from 'preact/hooks'
import { type RedirectRowFragment, SaveRedirectDocument } from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { say } from '../../parts/toasts.tsx'
import { REDIRECT_QUERIES, shownAddress } from './redirect-words.ts'

interface RedirectDialogProps {
  /** Null for a new one. */
  redirect: RedirectRowFragment | null
  onClose: () => void
}

export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const [from, setFrom] = useState(redirect?.from ?? '')
  const [to, setTo] = useState(redirect ? shownAddress(redirect.to) : '')
  const save = useChange(SaveRedirectDocument, {
    invalidates: REDIRECT_QUERIES,
    onDone: () => {
      say('Redirect saved')
      onClose()
    },
  })
  return (
    <DialogForm
      title={redirect ? 'Change the redirect' : 'New redirect'}
      action="Save"
      error={save.error}
      isPending={save.isPending}
      onSend={() => save.mutate({ input: { from, to, ...(redirect && { id: redirect.id }) } })}
      onClose={onClose}
    >
      <label class="field">
        <span class="field-label">From</span>
        <input
          class="input"
          name="from"
          required
          autocomplete="off"
          value={from}
          onInput={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <span class="field-hint">The old address, such as /products/assam or /index.php?id=5.</span>
      </label>
      <label class="field">
        <span class="field-label">To</span>
        <input
          class="input"
          name="to"
          required
          autocomplete="off"
          value={to}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <span class="field-hint">A page of this shop, such as /p/assam, /c/Tea or /pages/terms.</span>
      </label>
    </DialogForm>
  )
}
