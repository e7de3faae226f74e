import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InvitationAnswer } from '../../../../shared/answers.ts'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { sayError } from '../parts/toasts.tsx'
import { roleAbout, roleWithMoney } from '../session/role-words.ts'
import { logOut } from '../session/sessions.ts'
import { useEntering } from '../session/use-entering.ts'
import { accept, forgetToken } from './invitations.ts'
import { NewPersonForm } from './new-person-form.tsx'

interface AnswerProps {
  token: string
  invitation: InvitationAnswer
  onLogOut: () => void
}

/** What the invitation is to, and how it can be accepted in this browser. */
export function Answer({ token, invitation, onLogOut }: AnswerProps) {
  const { store, role, email, next } = invitation
  return (
    <section class="door-card">
      <h1>
        {store ? (
          <>
            Work for <bdi>{store.business_name}</bdi>
          </>
        ) : (
          'Run this installation'
        )}
      </h1>
      <p>
        <bdi>{email}</bdi> is invited
        {role && (
          <>
            {' '}
            as <strong>{roleWithMoney({ ...invitation, role })}</strong>
          </>
        )}
        .
      </p>
      {role && <p class="quiet">{roleAbout[role]}</p>}
      {next === 'ACCEPT' && <AsYou token={token} invitation={invitation} />}
      {next === 'WRONG_PERSON' && <Wrong invitation={invitation} onLogOut={onLogOut} />}
      {next === 'LOG_IN' && <LogInFirst isMain />}
      {next === 'SIGN_UP' && <NewPersonForm token={token} email={email} />}
      {next === 'EITHER' && (
        <>
          <NewPersonForm token={token} email={email} />
          <p class="quiet">Do you have an account here already?</p>
          <LogInFirst />
        </>
      )}
      {next === 'TAKE_ADDRESS' && (
        <>
          <p>Somebody has an account with this address, but has never confirmed it. If that is you, log in.</p>
          <LogInFirst isMain />
          <details class="door-fold">
            <summary>It is not me</summary>
            <p class="quiet">
              You get an account of your own. Whoever has the other one can log in with your address no more.
            </p>
            <NewPersonForm token={token} email={email} />
          </details>
        </>
      )}
    </section>
  )
}

function AsYou({ token, invitation: { person } }: Pick<AnswerProps, 'token' | 'invitation'>) {
  const enter = useEntering()
  const accepting = useMutation<void, RequestError>({
    mutationFn: async () => {
      const { store } = await accept(token, null)
      forgetToken()
      await enter(store ? `/s/${store.store}` : undefined)
    },
    gcTime: 0,
  })
  return (
    <>
      {accepting.error && <Failure error={accepting.error} />}
      {person && (
        <p>
          You are logged in as <bdi>{person.name}</bdi>, <bdi>{person.email}</bdi>.
        </p>
      )}
      <button
        type="button"
        class="button button-main"
        disabled={accepting.isPending}
        onClick={() => accepting.mutate(undefined)}
      >
        {accepting.isPending ? 'Accepting…' : 'Accept'}
      </button>
      <Link to="/">Not now</Link>
    </>
  )
}

function Wrong({ invitation: { person, refusal }, onLogOut }: Pick<AnswerProps, 'invitation' | 'onLogOut'>) {
  const enter = useMutation<void, RequestError>({
    mutationFn: () => logOut(false),
    onSuccess: onLogOut,
    onError: sayError,
  })
  return (
    <>
      <p role="alert">{refusal}</p>
      {person && (
        <p class="quiet">
          You are logged in as <bdi>{person.email}</bdi>.
        </p>
      )}
      <button type="button" class="button" disabled={enter.isPending} onClick={() => enter.mutate(undefined)}>
        Log out and open it again
      </button>
      <Link to="/">Back to your stores</Link>
    </>
  )
}

function LogInFirst({ isMain = false }: { isMain?: boolean }) {
  return (
    <Link to="/log-in" search={{ next: '/invitation' }} className={isMain ? 'button button-main' : 'button'}>
      Log in and accept
    </Link>
  )
}
