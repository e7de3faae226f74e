import { useState } from 'preact/hooks'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
import { completeLogIn } from './sessions.ts'

interface SecondStepProps {
  challenge: string
  onDone: () => Promise<void>
  /** When the password has to be entered again. */
  onEnded: (why: RequestError) => void
}

/** After the password, for who logs in with an app as well. */
export function SecondStep({ challenge, onDone, onEnded }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  const entry = useEntryForm({
    required: { code: 'Enter the code.' },
    async send({ code }) {
      await completeLogIn(challenge, code)
      await onDone()
    },
    onRefused(failure) {
      const isEnded = failure.code === 'UNAUTHENTICATED'
      if (isEnded) onEnded(failure)
      return isEnded
    },
  })
  return (
    <form class="form" {...entry.form}>
      {entry.error && <Failure error={entry.error} />}
      <AccountField
        key={isRecovery ? 'recovery' : 'app'}
        label={isRecovery ? 'Recovery code' : 'Code of your app'}
        {...entry.field('code')}
        class="input input-code"
        autocomplete={isRecovery ? 'off' : 'one-time-code'}
        {...(!isRecovery && { inputMode: 'numeric' as const })}
        autocapitalize="characters"
        enterkeyhint="go"
        maxLength={100}
        hint={
          isRecovery
            ? 'One of the ten that you kept when you set the app up. Each works once.'
            : 'The six digits that it shows for this console.'
        }
      />
      <button type="submit" class="button button-main" disabled={entry.isPending}>
        {entry.isPending ? 'Checking…' : 'Log in'}
      </button>
      <p>
        <button
          type="button"
          class="link-button"
          onClick={() => {
            entry.clearAll()
            setRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Use the app' : 'I do not have the app at hand'}
        </button>
      </p>
      {isRecovery && (
        <p class="quiet">
          No recovery code either? Whoever runs the server can switch it off:{' '}
          <code>storefront person second-factor-off EMAIL</code>
        </p>
      )}
    </form>
  )
}
