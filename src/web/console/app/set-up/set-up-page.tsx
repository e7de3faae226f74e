import { useIsMutating, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField, PasswordField } from '../parts/form/account-field.tsx'
import { type Mistakes, useRefusal } from '../parts/form/use-refusal.ts'
import { type SetUpInput, setUp } from '../session/sessions.ts'
import { useEntering } from '../session/use-entering.ts'
import { useSessions } from '../session/use-sessions.ts'
import { proposedZone, zonesOf } from './proposals.ts'
import { ShopFields } from './shop-fields.tsx'
import { type Typed, useTyped } from './use-typed.ts'

const KEY = ['set-up']

/** A field that is empty is not sent. */
const missing = {
  code: 'Enter the code.',
  email: 'Enter your email.',
  password: 'Choose a password.',
  'shop.name': 'Enter the name of the shop.',
  'shop.subdomain': 'Enter a short name.',
  'shop.country': 'Choose the country of the shop.',
  'shop.time_zone': 'Choose the time zone of the shop.',
} as const

export default function SetUpPage() {
  const { data: known } = useSessions()
  // Once it is set up by this page, that goes on to the new store.
  const isSending = useIsMutating({ mutationKey: KEY }) > 0
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    document.title = 'Set up · Console'
  }, [])
  return (
    <main class="door">
      {isDone || (known?.set_up && !isSending) ? <IsSetUp /> : <SetUpForm onDone={() => setDone(true)} />}
    </main>
  )
}

function IsSetUp() {
  return (
    <section class="door-card">
      <h1>This installation is set up already.</h1>
      <p>
        Whoever has set it up logs in with their email and password. Ask them if you should have a store here as well.
      </p>
      <Link to="/log-in" className="button button-main">
        Log in
      </Link>
    </section>
  )
}

function SetUpForm({ onDone }: { onDone: () => void }) {
  const [typed, type, forget] = useTyped()
  const enter = useEntering()
  const refusal = useRefusal(Object.keys(missing))
  const { mistakes, error } = refusal
  const zones = zonesOf(typed['shop.country'])
  const change = (name: keyof Typed, value: string) => {
    refusal.clear(name)
    type(name, value)
  }

  const sending = useMutation<void, RequestError, SetUpInput>({
    mutationKey: KEY,
    mutationFn: async (input) => {
      const store = await setUp(input)
      forget()
      await enter(`/s/${store}`)
    },
    // Passwords and the code are in it.
    gcTime: 0,
    onError: (failure) => (failure.reason === 'SET_UP_DONE' ? onDone() : refusal.refuseFor(failure)),
  })

  /** With what is in the fields: a password manager may have filled them unseen. */
  function send(form: HTMLFormElement): void {
    const fields = new FormData(form)
    const of = (name: keyof Typed) => String(fields.get(name) ?? typed[name])
    const empty = (Object.keys(missing) as (keyof Typed)[]).filter((name) => {
      const isAsked = name !== 'shop.time_zone' || zones.length > 1
      return isAsked && of(name).trim() === ''
    })
    if (refusal.refuseMissing(Object.fromEntries(empty.map((name) => [name, missing[name]])) as Mistakes)) return
    refusal.clearAll()
    const country = of('shop.country')
    sending.mutate({
      ...{ code: of('code').trim(), email: of('email').trim(), password: of('password') },
      shop: {
        name: of('shop.name').trim(),
        subdomain: of('shop.subdomain').trim().toLowerCase(),
        country,
        time_zone: zones.length > 1 ? of('shop.time_zone') : proposedZone(country),
      },
    })
  }

  return (
    <form
      ref={refusal.form}
      class="door-card door-wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      <header class="door-head">
        <h1>Set up your shop</h1>
        <p class="quiet">A shop of your own and its console, in about two minutes.</p>
      </header>
      {error && <Failure error={error} />}
      <AccountField
        label="Code"
        name="code"
        class="input input-code"
        autocomplete="off"
        autocapitalize="characters"
        enterkeyhint="next"
        maxLength={100}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
        value={typed.code}
        mistake={mistakes.code}
        hint={
          <>
            <code>npm start</code> has printed it in the terminal, at “Set up”. It is valid for a day;{' '}
            <code>storefront set-up-code</code> prints a new one.
          </>
        }
        onInput={({ currentTarget }) => change('code', currentTarget.value)}
      />
      <Group title="You">
        <AccountField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autocomplete="email"
          autocapitalize="none"
          enterkeyhint="next"
          maxLength={255}
          value={typed.email}
          mistake={mistakes.email}
          hint="You log in with it, and mails about orders go there."
          onInput={({ currentTarget }) => change('email', currentTarget.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autocomplete="new-password"
          enterkeyhint="next"
          value={typed.password}
          mistake={mistakes.password}
          hint="At least 8 characters."
          onInput={({ currentTarget }) => change('password', currentTarget.value)}
        />
      </Group>
      <Group title="Your shop">
        <ShopFields typed={typed} mistakes={mistakes} zones={zones} onChange={change} />
      </Group>
      <button type="submit" class="button button-main" disabled={sending.isPending}>
        {sending.isPending ? 'Setting up…' : 'Set up my shop'}
      </button>
      <p class="quiet">
        Set up before? <Link to="/log-in">Log in</Link>
      </p>
    </form>
  )
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <fieldset class="door-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
