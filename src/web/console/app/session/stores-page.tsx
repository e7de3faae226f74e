import { Link, Navigate } from '@tanstack/react-router'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { useSessions } from './use-sessions.ts'

/** The stores that this browser has a session of. One is opened at once. */
export function StoresPage() {
  const { data: sessions, error, refetch } = useSessions()
  if (!sessions)
    return <main class="door">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />}</main>
  const [only, another] = sessions
  if (!only) return <Navigate to="/login" replace />
  if (!another) return <Navigate to="/s/$store" params={{ store: only.store }} replace />
  return (
    <main class="door">
      <div class="door-card">
        <h1>Your stores</h1>
        <ul class="door-list">
          {sessions.map(({ store, business_name, key }) => (
            <li key={store}>
              <Link to="/s/$store" params={{ store }}>
                <strong>{business_name}</strong>
                <span class="quiet">
                  {store} · {key.name}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <p class="quiet">
          <Link to="/login">Log in to another store</Link>
        </p>
      </div>
    </main>
  )
}
