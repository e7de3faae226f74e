import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'preact/hooks'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField, PasswordField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
import { KeyLogIn } from './key-log-in.tsx'
import { lastWay, noteWay } from './last-way.ts'
import { SecondStep } from './second-step.tsx'
import { logIn } from './sessions.ts'
import { useEntering } from './use-entering.ts'
import { useSessions } from './use-sessions.ts'

/** As a person first; with a store and its key beneath, which is open for whoever has come in that way before. */
export default function LogInPage() {
  const { next, with: way = lastWay() } = useSearch({ from: '/log-in' })
  const { data: known } = useSessions()
  useEffect(() => {
    document.title = 'Log in · Console'
  }, [])
  const isNew = known?.set_up === false
  const { sessions = [], person = null } = known ?? {}
  return (
    <main class="door">
      <section class="door-card">
        <h1>Log in</h1>
        {isNew && (
          <div class="hint">
            Nobody has set this installation up yet. <Link to="/set-up">Set it up</Link> with the code that{' '}
            <code>npm start</code> has printed.
          </div>
        )}
        {next === '/invitation' ? (
          <p class="hint">Log in, then accept the invitation.</p>
        ) : (
          next && <p class="hint">Log in again to go on where you were.</p>
        )}
        <PersonLogIn next={next} />
        <details class="door-fold" open={way === 'key' || isNew}>
          <summary>Log in with a store and its key</summary>
          <KeyLogIn />
        </details>
        {sessions.length > 0 && (
          <p class="quiet">
            <Link to="/">{sessions.length === 1 ? 'Back to your store' : 'Back to your stores'}</Link>
          </p>
        )}
        {person && (
          <p class="quiet">
            You are logged in as <bdi>{person.email}</bdi>.
          </p>
        )}
      </section>
    </main>
  )
}

function PersonLogIn({ next }: { next: string | undefined }) {
  const enter = useEntering()
  const [challenge, setChallenge] = useState<string | null>(null)
  async function goOn(): Promise<void> {
    noteWay('email')
    await enter(next)
  }
  const entry = useEntryForm({
    required: { email: 'Enter your email.', password: 'Enter your password.' },
    async send({ email, password }) {
      const asked = await logIn(email, password)
      if (asked === null) await goOn()
      else setChallenge(asked)
    },
  })
  if (challenge !== null) {
    const begin = (why: RequestError) => {
      setChallenge(null)
      entry.refuseFor(why)
    }
    return <SecondStep challenge={challenge} onDone={goOn} onEnded={begin} />
  }
  return (
    <form class="form" {...entry.form}>
      {entry.error && <Failure error={entry.error} />}
      <AccountField
        label="Email"
        {...entry.field('email')}
        type="email"
        inputMode="email"
        autocomplete="username"
        autocapitalize="none"
        enterkeyhint="next"
      />
      <PasswordField label="Password" {...entry.field('password')} autocomplete="current-password" enterkeyhint="go" />
      <button type="submit" class="button button-main" disabled={entry.isPending}>
        {entry.isPending ? 'Logging in…' : 'Log in'}
      </button>
      <p class="quiet">
        <Link to="/new-password">Forgotten your password?</Link>
      </p>
    </form>
  )
}
