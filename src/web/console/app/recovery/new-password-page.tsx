/// <reference lib="dom" />
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'preact/hooks'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { useSessions } from '../session/use-sessions.ts'
import { AskForMail } from './ask-for-mail.tsx'
import { ChoosePassword } from './choose-password.tsx'

/** For who has forgotten the password: with a link, whose code stands after `#`, or without one. */
export default function NewPasswordPage() {
  const [code] = useState(() => location.hash.slice(1))
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    document.title = 'New password · Console'
  }, [])
  return (
    <main class="door">
      <section class="door-card">
        {isDone ? (
          <Done />
        ) : code ? (
          <ChoosePassword code={code} onDone={() => setDone(true)} />
        ) : (
          <Without onDone={() => setDone(true)} />
        )}
        {!isDone && (
          <p class="quiet">
            <Link to="/log-in">Back to the log-in</Link>
          </p>
        )}
      </section>
    </main>
  )
}

function Without({ onDone }: { onDone: () => void }) {
  const { data: known, error, refetch } = useSessions()
  if (!known) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />
  return known.sends_mails ? <AskForMail onDone={onDone} /> : <NoMail onDone={onDone} />
}

function NoMail({ onDone }: { onDone: () => void }) {
  const [hasCode, setHasCode] = useState(false)
  if (hasCode) return <ChoosePassword code="" onDone={onDone} />
  return (
    <>
      <h1>Forgotten your password?</h1>
      <p>
        This console sends no mails, as it has no mail server. Whoever runs the server gives you a new password:{' '}
        <code>storefront person password EMAIL</code>
      </p>
      <button type="button" class="button" onClick={() => setHasCode(true)}>
        I have a code
      </button>
    </>
  )
}

const Done = () => (
  <>
    <h1>Your password is set</h1>
    <p role="status">You are logged out everywhere. Log in with the new one.</p>
    <Link to="/log-in" className="button button-main">
      Log in
    </Link>
  </>
)
