import { Link, Navigate } from '@tanstack/react-router'
import { useEffect } from 'preact/hooks'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { viewerWords } from './role-words.ts'
import { useSessions } from './use-sessions.ts'

/** The stores that this browser may enter. One is opened at once. */
export function StoresPage() {
  const { data: known, error, refetch } = useSessions()
  useEffect(() => {
    document.title = 'Your stores · Console'
  }, [])
  if (!known)
    return <main class="door">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />}</main>
  const { person, sessions } = known
  const [only, another] = sessions
  if (only && !another) return <Navigate to="/s/$store" params={{ store: only.store }} replace />
  if (!only && !person) return <Navigate to="/log-in" replace />
  return (
    <main class="door">
      <div class="door-card">
        <h1>Your stores</h1>
        {only ? (
          <ul class="door-list">
            {sessions.map((session) => (
              <li key={session.store}>
                <Link to="/s/$store" params={{ store: session.store }}>
                  <strong>
                    <bdi>{session.business_name}</bdi>
                  </strong>
                  <span class="quiet">
                    {session.store} · <bdi>{viewerWords(session)}</bdi>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p>You have no role in a store at present. An owner of a store can give you one.</p>
        )}
        {person && (
          <p class="quiet">
            You are logged in as <bdi>{person.email}</bdi>. <Link to="/me">You and your sessions</Link>
          </p>
        )}
        <p class="quiet">
          <Link to="/log-in" search={{ with: 'key' }}>
            Log in to another store with a key
          </Link>
        </p>
      </div>
    </main>
  )
}
