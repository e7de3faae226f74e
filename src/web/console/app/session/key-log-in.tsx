import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import type { SessionAnswer, SessionsAnswer } from '../../../../shared/answers.ts'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { noteWay } from './last-way.ts'
import { logInWithKey, SESSIONS_KEY } from './sessions.ts'

/** For stores that have no persons yet, and for those who work with a key of a few scopes. */
export function KeyLogIn() {
  const { store: asked = '', next } = useSearch({ from: '/log-in' })
  const [store, setStore] = useState(asked)
  const navigate = useNavigate()
  const client = useQueryClient()

  const sending = useMutation<SessionAnswer, RequestError, FormData>({
    // What is in the fields: a program or a password manager may fill and send them at once.
    mutationFn: (fields) => logInWithKey(textIn(fields, 'store').trim().toLowerCase(), textIn(fields, 'key').trim()),
    // The key is in it.
    gcTime: 0,
    async onSuccess(session) {
      noteWay('key')
      client.setQueryData<SessionsAnswer>(
        SESSIONS_KEY,
        (known) =>
          known && {
            ...known,
            sessions: [...known.sessions.filter((other) => other.store !== session.store), session],
          },
      )
      await client.invalidateQueries({ queryKey: SESSIONS_KEY })
      const isOfStore = next?.startsWith(`/s/${session.store}`)
      return isOfStore
        ? navigate({ href: `/console${next}` })
        : navigate({ to: '/s/$store', params: { store: session.store } })
    },
  })

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        sending.mutate(new FormData(event.currentTarget))
      }}
    >
      <p class="quiet">
        Whoever runs the server creates a key: <code>storefront key create {store || 'my-store'}</code>
      </p>
      {sending.error && <Failure error={sending.error} />}
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
      <button type="submit" class="button" disabled={sending.isPending}>
        {sending.isPending ? 'Logging in…' : 'Log in with the key'}
      </button>
    </form>
  )
}

const textIn = (fields: FormData, name: string): string => String(fields.get(name) ?? '')
