import { DialogFrame } from '../parts/dialog-frame.tsx'
import { Failure } from '../parts/failure.tsx'
import { PasswordField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
import { confirmAgain } from './sessions.ts'
import { useSessions } from './use-sessions.ts'

interface ConfirmAgainDialogProps {
  isOpen: boolean
  onEnd: (isConfirmed: boolean) => void
}

export default function ConfirmAgainDialog({ isOpen, onEnd }: ConfirmAgainDialogProps) {
  return (
    <DialogFrame
      title="Is it still you?"
      isOpen={isOpen}
      onClose={() => onEnd(false)}
      about="This needs your password again, since you gave it more than 15 minutes ago. What you have typed stays."
    >
      <PasswordForm onDone={() => onEnd(true)} onCancel={() => onEnd(false)} />
    </DialogFrame>
  )
}

function PasswordForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { data: known } = useSessions()
  const entry = useEntryForm({
    required: { password: 'Enter your password.' },
    async send({ password }) {
      await confirmAgain(password)
      onDone()
    },
  })
  return (
    <form class="form" {...entry.form}>
      {entry.error && <Failure error={entry.error} />}
      {/* So that password managers know whose it is. */}
      <input type="email" name="email" autocomplete="username" value={known?.person?.email} readOnly hidden />
      <PasswordField label="Password" {...entry.field('password')} autocomplete="current-password" enterkeyhint="go" />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" class="button button-main" disabled={entry.isPending}>
          {entry.isPending ? 'Checking…' : 'Go on'}
        </button>
      </div>
    </form>
  )
}
