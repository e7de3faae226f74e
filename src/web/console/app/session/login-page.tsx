import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'preact/hooks'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { logIn, SESSIONS_KEY, type Session } from './sessions.ts'
import { useSessions } from './use-sessions.ts'

export function LoginPage() {
  const { store: asked = '', next } = useSearch({ from: '/login' })
  const [store, setStore] = useState(asked)
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: sessions = [] } = useSessions()
  useEffect(() => {
    document.title = 'Log in · Console'
  }, [])

  const login = useMutation<Session, RequestError, FormData>({
    // What is in the fields: a program or a password manager may fill and send them at once.
    mutationFn: (fields) => logIn(textIn(fields, 'store').trim().toLowerCase(), textIn(fields, 'key').trim()),
    onSuccess(session) {
      client.setQueryData<Session[]>(SESSIONS_KEY, (known = []) => [
        ...known.filter((other) => other.store !== session.store),
        session,
      ])
      const isOfStore = next?.startsWith(`/s/${session.store}`)
      return isOfStore
        ? navigate({ href: `/console${next}` })
        : navigate({ to: '/s/$store', params: { store: session.store } })
    },
  })

  return (
    <main class="door">
      <form
        class="door-card"
        onSubmit={(event) => {
          event.preventDefault()
          login.mutate(new FormData(event.currentTarget))
        }}
      >
        <h1>Log in to your store</h1>
        <p class="quiet">
          You need an owner key. Whoever runs the server creates it:{' '}
          <code>storefront key create {store || 'my-store'}</code>
        </p>
        {next && !login.error && <p class="hint">Log in again to go on where you were.</p>}
        {login.error && <Failure error={login.error} />}
        <label class="field">
          <span class="field-label">Store</span>
          <input
            class="input"
            name="store"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            required
            defaultValue={asked}
            onInput={({ currentTarget }) => setStore(currentTarget.value)}
          />
          <span class="field-hint">The short name in its address, such as demo.</span>
        </label>
        <label class="field">
          <span class="field-label">Owner key</span>
          <input class="input" name="key" type="password" autocomplete="current-password" required />
          <span class="field-hint">
            It starts with sk_. It is exchanged for a session and not stored in this browser.
          </span>
        </label>
        <button type="submit" class="button button-main" disabled={login.isPending}>
          {login.isPending ? 'Logging in…' : 'Log in'}
        </button>
        {sessions.length > 0 && (
          <p class="quiet">
            <Link to="/">{sessions.length === 1 ? 'Back to your store' : 'Back to your stores'}</Link>
          </p>
        )}
      </form>
    </main>
  )
}

const textIn = (fields: FormData, name: string): string => String(fields.get(name) ?? '')
