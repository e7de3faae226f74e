import { useMutation } from '@tanstack/react-query'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField, PasswordField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'
import { choosePassword } from '../session/sessions.ts'

interface ChoosePasswordProps {
  /** Of the link; empty where it is typed. */
  code: string
  onDone: () => void
}

/** Nothing is sent until somebody presses the button: programs that look at mails open their links. */
export function ChoosePassword({ code, onDone }: ChoosePasswordProps) {
  const refusal = useRefusal(['password', ...(code ? [] : ['token'])])
  const { mistakes, error } = refusal
  const sending = useMutation<void, RequestError, { token: string; password: string }>({
    mutationFn: ({ token, password }) => choosePassword(token, password),
    // Both are in it.
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
        const fields = new FormData(event.currentTarget)
        const token = code || String(fields.get('token') ?? '').trim()
        const password = String(fields.get('password') ?? '')
        const missing = {
          ...(token === '' && { token: 'Enter the code.' }),
          ...(password === '' && { password: 'Choose a new password.' }),
        }
        if (refusal.refuseMissing(missing)) return
        refusal.clearAll()
        sending.mutate({ token, password })
      }}
    >
      <h1>Choose a new password</h1>
      {error && <Failure error={error} />}
      {!code && (
        <AccountField
          label="Code"
          name="token"
          class="input input-code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          enterkeyhint="next"
          maxLength={200}
          mistake={mistakes.token}
          hint="It is in the mail."
          onInput={() => refusal.clear('token')}
        />
      )}
      <PasswordField
        label="New password"
        name="password"
        autocomplete="new-password"
        enterkeyhint="go"
        mistake={mistakes.password}
        hint="At least 8 characters. You are logged out everywhere."
        onInput={() => refusal.clear('password')}
      />
      <button type="submit" class="button button-main" disabled={sending.isPending}>
        {sending.isPending ? 'Saving…' : 'Set the password'}
      </button>
    </form>
  )
}
