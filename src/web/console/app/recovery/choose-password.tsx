import { Failure } from '../parts/failure.tsx'
import { AccountField, PasswordField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
import { choosePassword } from '../session/sessions.ts'

interface ChoosePasswordProps {
  /** Of the link; empty where it is typed. */
  code: string
  onDone: () => void
}

/** Nothing is sent until somebody presses the button: programs that look at mails open their links. */
export function ChoosePassword({ code, onDone }: ChoosePasswordProps) {
  const entry = useEntryForm({
    required: { token: 'Enter the code.', password: 'Choose a new password.' },
    ...(code && { given: { token: code } }),
    async send({ token, password }) {
      await choosePassword(token, password)
      onDone()
    },
  })
  return (
    <form class="form" {...entry.form}>
      <h1>Choose a new password</h1>
      {entry.error && <Failure error={entry.error} />}
      {!code && (
        <AccountField
          label="Code"
          {...entry.field('token')}
          class="input input-code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          enterkeyhint="next"
          maxLength={200}
          hint="It is in the mail."
        />
      )}
      <PasswordField
        label="New password"
        {...entry.field('password')}
        autocomplete="new-password"
        enterkeyhint="go"
        hint="At least 8 characters. You are logged out everywhere."
      />
      <button type="submit" class="button button-main" disabled={entry.isPending}>
        {entry.isPending ? 'Saving…' : 'Set the password'}
      </button>
    </form>
  )
}
