import { useState } from 'preact/hooks'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
import { askForPasswordLink } from '../session/sessions.ts'
import { ChoosePassword } from './choose-password.tsx'

/** Says the same whether anybody has the email or not. */
export function AskForMail({ onDone }: { onDone: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [hasCode, setHasCode] = useState(false)
  const entry = useEntryForm({
    required: { email: 'Enter your email.' },
    async send({ email }) {
      await askForPasswordLink(email)
      setSentTo(email)
    },
  })
  if (hasCode) return <ChoosePassword code="" onDone={onDone} />
  if (sentTo !== null) {
    return (
      <>
        <h1>Look into your mail</h1>
        <p role="status">
          If somebody logs in here with <bdi>{sentTo}</bdi>, a mail is on its way to that address. What is in it works
          once, within an hour.
        </p>
        <p class="quiet">
          Nothing there after some minutes? Look into the spam folder, and whether the address is the one that you log
          in with.
        </p>
        <div class="form-actions">
          <button type="button" class="button" onClick={() => setSentTo(null)}>
            Another address
          </button>
          <button type="button" class="button button-main" onClick={() => setHasCode(true)}>
            I have a code
          </button>
        </div>
      </>
    )
  }
  return (
    <form class="form" {...entry.form}>
      <h1>Forgotten your password?</h1>
      <p>You get a mail with which you choose a new one.</p>
      {entry.error && <Failure error={entry.error} />}
      <AccountField
        label="Email"
        {...entry.field('email')}
        type="email"
        inputMode="email"
        autocomplete="username"
        autocapitalize="none"
        enterkeyhint="go"
      />
      <button type="submit" class="button button-main" disabled={entry.isPending}>
        {entry.isPending ? 'Sending…' : 'Send the mail'}
      </button>
      <p>
        <button type="button" class="link-button" onClick={() => setHasCode(true)}>
          I have a code
        </button>
      </p>
    </form>
  )
}
