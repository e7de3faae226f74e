import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'
import { askForPasswordLink } from '../session/sessions.ts'
import { ChoosePassword } from './choose-password.tsx'

/** Says the same whether anybody has the email or not. */
export function AskForMail({ onDone }: { onDone: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [hasCode, setHasCode] = useState(false)
  const refusal = useRefusal(['email'])
  const { mistakes, error } = refusal
  const sending = useMutation<void, RequestError, string>({
    mutationFn: askForPasswordLink,
    onSuccess: (_, email) => setSentTo(email),
    onError: refusal.refuseFor,
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
    <form
      ref={refusal.form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
        if (refusal.refuseMissing(email === '' ? { email: 'Enter your email.' } : {})) return
        refusal.clearAll()
        sending.mutate(email)
      }}
    >
      <h1>Forgotten your password?</h1>
      <p>You get a mail with which you choose a new one.</p>
      {error && <Failure error={error} />}
      <AccountField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autocomplete="username"
        autocapitalize="none"
        enterkeyhint="go"
        mistake={mistakes.email}
        onInput={() => refusal.clear('email')}
      />
      <button type="submit" class="button button-main" disabled={sending.isPending}>
        {sending.isPending ? 'Sending…' : 'Send the mail'}
      </button>
      <p>
        <button type="button" class="link-button" onClick={() => setHasCode(true)}>
          I have a code
        </button>
      </p>
    </form>
  )
}
