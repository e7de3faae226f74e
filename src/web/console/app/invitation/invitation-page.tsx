import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'preact/hooks'
import type { InvitationAnswer } from '../../../../shared/answers.ts'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'
import { Answer } from './answer.tsx'
import { forgetToken, keepToken, lookUp, takeToken } from './invitations.ts'

/** Opening it sends nothing: programs that look at mails open links. */
export default function InvitationPage() {
  const [token, setToken] = useState(takeToken)
  const [invitation, setInvitation] = useState<InvitationAnswer | null>(null)
  useEffect(() => {
    document.title = 'Invitation · Console'
  }, [])
  return (
    <main class="door">
      {invitation ? (
        <Answer token={token} invitation={invitation} onLogOut={() => setInvitation(null)} />
      ) : (
        <Opening
          token={token}
          onOpened={(found, used) => {
            setToken(used)
            setInvitation(found)
          }}
          onEnded={() => setToken('')}
        />
      )}
    </main>
  )
}

interface OpeningProps {
  token: string
  onOpened: (invitation: InvitationAnswer, token: string) => void
  /** The token that was in the address is no good. */
  onEnded: () => void
}

function Opening({ token, onOpened, onEnded }: OpeningProps) {
  const refusal = useRefusal(token === '' ? ['token'] : [])
  const { mistakes, error } = refusal
  const sending = useMutation<InvitationAnswer, RequestError, string>({
    mutationFn: lookUp,
    gcTime: 0,
    onSuccess(found, used) {
      keepToken(used)
      onOpened(found, used)
    },
    onError(failure) {
      refusal.refuseFor(failure)
      if (failure.reason !== 'INVITATION_ENDED') return
      forgetToken()
      onEnded()
    },
  })
  return (
    <form
      ref={refusal.form}
      class="door-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = token || String(new FormData(event.currentTarget).get('token') ?? '').trim()
        if (refusal.refuseMissing(typed === '' ? { token: 'Enter the code of the invitation.' } : {})) return
        refusal.clearAll()
        sending.mutate(typed)
      }}
    >
      <h1>You are invited</h1>
      {error && <Failure error={error} />}
      {token === '' ? (
        <AccountField
          label="Code"
          name="token"
          autocomplete="off"
          autocapitalize="characters"
          enterkeyhint="go"
          maxLength={200}
          mistake={mistakes.token}
          hint="It stands in the mail that invites you."
          onInput={() => refusal.clear('token')}
        />
      ) : (
        <p>See who invites you, and to what. Nothing happens before you accept.</p>
      )}
      <button type="submit" class="button button-main" disabled={sending.isPending}>
        {sending.isPending ? 'Opening…' : 'Open the invitation'}
      </button>
    </form>
  )
}
