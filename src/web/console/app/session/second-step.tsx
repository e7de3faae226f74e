import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'
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
  const refusal = useRefusal(['code'])
  const { mistakes, error } = refusal
  const sending = useMutation<void, RequestError, string>({
    mutationFn: async (code) => {
      await completeLogIn(challenge, code)
      await onDone()
    },
    // The code is in it.
    gcTime: 0,
    onError: (failure) => (failure.code === 'UNAUTHENTICATED' ? onEnded(failure) : refusal.refuseFor(failure)),
  })
  return (
    <form
      ref={refusal.form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
        if (refusal.refuseMissing(code === '' ? { code: 'Enter the code.' } : {})) return
        refusal.clearAll()
        sending.mutate(code)
      }}
    >
      {error && <Failure error={error} />}
      <AccountField
        key={isRecovery ? 'recovery' : 'app'}
        label={isRecovery ? 'Recovery code' : 'Code of your app'}
        name="code"
        class="input input-code"
        autocomplete={isRecovery ? 'off' : 'one-time-code'}
        {...(!isRecovery && { inputMode: 'numeric' as const })}
        autocapitalize="characters"
        enterkeyhint="go"
        maxLength={100}
        mistake={mistakes.code}
        hint={
          isRecovery
            ? 'One of the ten that you kept when you set the app up. Each works once.'
            : 'The six digits that it shows for this console.'
        }
        onInput={() => refusal.clear('code')}
      />
      <button type="submit" class="button button-main" disabled={sending.isPending}>
        {sending.isPending ? 'Checking…' : 'Log in'}
      </button>
      <p>
        <button
          type="button"
          class="link-button"
          onClick={() => {
            refusal.clearAll()
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
