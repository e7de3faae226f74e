import { useMutation } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField, PasswordField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
import { Page } from '../parts/page.tsx'
import { say } from '../parts/toasts.tsx'
import { noteWay } from './last-way.ts'
import { becomeOwner } from './sessions.ts'
import { useStore } from './store-context.tsx'
import { useEntering } from './use-entering.ts'
import { useSessions } from './use-sessions.ts'

type NewPerson = Parameters<typeof becomeOwner>[1]

/** For who is logged in with a key that may do everything: they become an owner of the store, as a person. */
export default function BecomeOwnerPage() {
  const { session } = useStore()
  const { data: known } = useSessions()
  const { store, viewer } = session
  if (viewer.kind === 'person') return <Navigate to="/s/$store" params={{ store }} replace />
  return (
    <Page title="Make yourself a person">
      <section class="card">
        {!viewer.everything && (
          <p>
            This needs a key that may do everything. The key “{viewer.name}”, with which you are logged in, may not.
          </p>
        )}
        {viewer.everything && <Explanation />}
        {viewer.everything && (known?.person ? <AsPerson email={known.person.email} /> : <NewPersonForm />)}
      </section>
    </Page>
  )
}

function Explanation() {
  const { session } = useStore()
  return (
    <p>
      You become an owner of <bdi>{session.business_name}</bdi>: you log in with your email and a password, and the
      history has your name. All keys go on as they are.
    </p>
  )
}

function useBecoming() {
  const { store } = useStore().session
  const enter = useEntering()
  return async (person: NewPerson): Promise<void> => {
    await becomeOwner(store, person)
    noteWay('email')
    await enter(`/s/${store}`)
    say('You are an owner of the store')
  }
}

function AsPerson({ email }: { email: string }) {
  const becoming = useMutation<void, RequestError, null>({ mutationFn: useBecoming() })
  return (
    <div class="form narrow">
      {becoming.error && <Failure error={becoming.error} />}
      <p>
        You are logged in as <bdi>{email}</bdi> as well. Is that somebody else? <Link to="/me">Log them out</Link>{' '}
        first.
      </p>
      <Actions>
        <button
          type="button"
          class="button button-main"
          disabled={becoming.isPending}
          onClick={() => becoming.mutate(null)}
        >
          Add this store to your stores
        </button>
      </Actions>
    </div>
  )
}

function NewPersonForm() {
  const become = useBecoming()
  const entry = useEntryForm({
    required: { name: 'Enter your name.', email: 'Enter your email.', password: 'Choose a password.' },
    send: become,
  })
  return (
    <form class="form narrow" {...entry.form}>
      {entry.error && <Failure error={entry.error} />}
      <AccountField
        label="Your name"
        {...entry.field('name')}
        autocomplete="name"
        autocapitalize="words"
        enterkeyhint="next"
        maxLength={100}
        hint="Histories of the store show it."
      />
      <AccountField
        label="Email"
        {...entry.field('email')}
        type="email"
        inputMode="email"
        autocomplete="email"
        autocapitalize="none"
        enterkeyhint="next"
        maxLength={255}
        hint="You log in with it."
      />
      <PasswordField
        label="Password"
        {...entry.field('password')}
        autocomplete="new-password"
        enterkeyhint="go"
        hint="At least 8 characters."
      />
      <Actions>
        <button type="submit" class="button button-main" disabled={entry.isPending}>
          {entry.isPending ? 'Saving…' : 'Make me an owner'}
        </button>
      </Actions>
      <p class="quiet">
        Do you log in to another store here with your email? <Link to="/log-in">Log in</Link> first, then come back.
      </p>
    </form>
  )
}

const Actions = ({ children }: { children: ComponentChildren }) => <div class="form-actions">{children}</div>
