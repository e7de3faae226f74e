import { useMutation } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField, PasswordField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'
import { Page } from '../parts/page.tsx'
import { say } from '../parts/toasts.tsx'
import { noteWay } from './last-way.ts'
import { becomeOwner } from './sessions.ts'
import { useStore } from './store-context.tsx'
import { useEntering } from './use-entering.ts'
import { useSessions } from './use-sessions.ts'

type NewPerson = Parameters<typeof becomeOwner>[1]

const fieldNames = ['name', 'email', 'password']

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

function useBecoming(onError: (failure: RequestError) => void = () => undefined) {
  const { store } = useStore().session
  const enter = useEntering()
  return useMutation<void, RequestError, NewPerson>({
    mutationFn: async (person) => {
      await becomeOwner(store, person)
      noteWay('email')
      await enter(`/s/${store}`)
      say('You are an owner of the store')
    },
    // The password is in it.
    gcTime: 0,
    onError,
  })
}

function AsPerson({ email }: { email: string }) {
  const becoming = useBecoming()
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
  const refusal = useRefusal(fieldNames)
  const { mistakes, error } = refusal
  const becoming = useBecoming(refusal.refuseFor)
  return (
    <form
      ref={refusal.form}
      class="form narrow"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // What is in the fields: a password manager may fill and send them at once.
        const fields = new FormData(event.currentTarget)
        const of = (name: string) => String(fields.get(name) ?? '')
        const person = { name: of('name').trim(), email: of('email').trim(), password: of('password') }
        const missing = {
          ...(person.name === '' && { name: 'Enter your name.' }),
          ...(person.email === '' && { email: 'Enter your email.' }),
          ...(person.password === '' && { password: 'Choose a password.' }),
        }
        if (refusal.refuseMissing(missing)) return
        refusal.clearAll()
        becoming.mutate(person)
      }}
    >
      {error && <Failure error={error} />}
      <AccountField
        label="Your name"
        name="name"
        autocomplete="name"
        autocapitalize="words"
        enterkeyhint="next"
        maxLength={100}
        mistake={mistakes.name}
        hint="Histories of the store show it."
        onInput={() => refusal.clear('name')}
      />
      <AccountField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autocomplete="email"
        autocapitalize="none"
        enterkeyhint="next"
        maxLength={255}
        mistake={mistakes.email}
        hint="You log in with it."
        onInput={() => refusal.clear('email')}
      />
      <PasswordField
        label="Password"
        name="password"
        autocomplete="new-password"
        enterkeyhint="go"
        mistake={mistakes.password}
        hint="At least 8 characters."
        onInput={() => refusal.clear('password')}
      />
      <Actions>
        <button type="submit" class="button button-main" disabled={becoming.isPending}>
          {becoming.isPending ? 'Saving…' : 'Make me an owner'}
        </button>
      </Actions>
      <p class="quiet">
        Do you log in to another store here with your email? <Link to="/log-in">Log in</Link> first, then come back.
      </p>
    </form>
  )
}

const Actions = ({ children }: { children: ComponentChildren }) => <div class="form-actions">{children}</div>
