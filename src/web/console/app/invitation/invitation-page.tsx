import { useEffect, useState } from 'preact/hooks'
import type { InvitationAnswer } from '../../../../shared/answers.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
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
  const entry = useEntryForm({
    required: { token: 'Enter the code of the invitation.' },
    ...(token && { given: { token } }),
    async send({ token: used }) {
      const found = await lookUp(used)
      keepToken(used)
      onOpened(found, used)
    },
    onRefused(failure) {
      if (failure.reason === 'INVITATION_ENDED') {
        forgetToken()
        onEnded()
      }
      return false
    },
  })
  return (
    <form class="door-card" {...entry.form}>
      <h1>You are invited</h1>
      {entry.error && <Failure error={entry.error} />}
      {token === '' ? (
        <AccountField
          label="Code"
          {...entry.field('token')}
          autocomplete="off"
          autocapitalize="characters"
          enterkeyhint="go"
          maxLength={200}
          hint="It stands in the mail that invites you."
        />
      ) : (
        <p>See who invites you, and to what. Nothing happens before you accept.</p>
      )}
      <button type="submit" class="button button-main" disabled={entry.isPending}>
        {entry.isPending ? 'Opening…' : 'Open the invitation'}
      </button>
    </form>
  )
}
