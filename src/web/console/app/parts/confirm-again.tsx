import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { askWith } from '../data/confirm-again.ts'
import type { RequestError } from '../data/request.ts'
import { confirmAgain } from '../session/sessions.ts'
import { useSessions } from '../session/use-sessions.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { Failure } from './failure.tsx'
import { PasswordField } from './form/account-field.tsx'
import { useRefusal } from './form/use-refusal.ts'

/** Asks for the password above where it is placed, when something that is sent from there needs it. */
export function ConfirmAgain() {
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(isConfirmed: boolean) => void>(() => {})
  useEffect(() => {
    const stop = askWith(() => {
      setOpen(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      stop()
      answer.current(false)
    }
  }, [])
  const end = (isConfirmed: boolean) => {
    setOpen(false)
    answer.current(isConfirmed)
  }
  return (
    <DialogFrame
      title="Is it still you?"
      isOpen={isOpen}
      onClose={() => end(false)}
      about="This needs your password again, since you gave it more than 15 minutes ago. What you have typed stays."
    >
      <PasswordForm onDone={() => end(true)} onCancel={() => end(false)} />
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
