import { useMutation } from '@tanstack/react-query'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField, PasswordField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'
import { noteWay } from '../session/last-way.ts'
import { useEntering } from '../session/use-entering.ts'
import { accept, forgetToken } from './invitations.ts'

const fieldNames = ['name', 'password']

/** Accepts as somebody who has no account yet. */
export function NewPersonForm({ token, email }: { token: string; email: string }) {
  const enter = useEntering()
  const refusal = useRefusal(fieldNames)
  const { mistakes, error } = refusal
  const sending = useMutation<void, RequestError, { name: string; password: string }>({
    mutationFn: async (own) => {
      const { store } = await accept(token, own)
      forgetToken()
      noteWay('email')
      await enter(store ? `/s/${store.store}` : undefined)
    },
    // The password is in it.
    gcTime: 0,
    onError: refusal.refuseFor,
  })
  return (
    <form
      ref={refusal.form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        const name = String(fields.get('name') ?? '').trim()
        const password = String(fields.get('password') ?? '')
        const missing = {
          ...(name === '' && { name: 'Enter your name.' }),
          ...(password === '' && { password: 'Choose a password.' }),
        }
        if (refusal.refuseMissing(missing)) return
        refusal.clearAll()
        sending.mutate({ name, password })
      }}
    >
      {error && <Failure error={error} />}
      {/* So that password managers know whose it is. */}
      <input type="email" name="email" autocomplete="username" value={email} readOnly hidden />
      <AccountField
        label="Your name"
        name="name"
        autocomplete="name"
        autocapitalize="words"
        enterkeyhint="next"
        maxLength={100}
        mistake={mistakes.name}
        hint="It stands beside what you do."
        onInput={() => refusal.clear('name')}
      />
      <PasswordField
        label="Password"
        name="password"
        autocomplete="new-password"
        enterkeyhint="go"
        mistake={mistakes.password}
        hint="At least 8 characters. You log in with your email and this."
        onInput={() => refusal.clear('password')}
      />
      <button type="submit" class="button button-main" disabled={sending.isPending}>
        {sending.isPending ? 'Accepting…' : 'Accept'}
      </button>
    </form>
  )
}
