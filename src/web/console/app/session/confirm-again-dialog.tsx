import { useMutation } from '@tanstack/react-query'
import type { RequestError } from '../data/request.ts'
import { DialogFrame } from '../parts/dialog-frame.tsx'
import { Failure } from '../parts/failure.tsx'
import { PasswordField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'
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
  const refusal = useRefusal(['password'])
  const { mistakes, error } = refusal
  const sending = useMutation<void, RequestError, string>({
    mutationFn: confirmAgain,
    // The password is in it.
    gcTime: 0,
    onSuccess: onDone,
    onError: refusal.refuseFor,
  })
  return (
    <form
      ref={refusal.form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const password = String(new FormData(event.currentTarget).get('password') ?? '')
        if (refusal.refuseMissing(password === '' ? { password: 'Enter your password.' } : {})) return
        refusal.clearAll()
        sending.mutate(password)
      }}
    >
      {error && <Failure error={error} />}
      {/* So that password managers know whose it is. */}
      <input type="email" name="email" autocomplete="username" value={known?.person?.email} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        autocomplete="current-password"
        enterkeyhint="go"
        mistake={mistakes.password}
        onInput={() => refusal.clear('password')}
      />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" class="button button-main" disabled={sending.isPending}>
          {sending.isPending ? 'Checking…' : 'Go on'}
        </button>
      </div>
    </form>
  )
}
