import { Failure } from '../parts/failure.tsx'
import { AccountField, PasswordField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
import { noteWay } from '../session/last-way.ts'
import { useEntering } from '../session/use-entering.ts'
import { accept, forgetToken } from './invitations.ts'

/** Accepts as somebody who has no account yet. */
export function NewPersonForm({ token, email }: { token: string; email: string }) {
  const enter = useEntering()
  const entry = useEntryForm({
    required: { name: 'Enter your name.', password: 'Choose a password.' },
    async send(own) {
      const { store } = await accept(token, own)
      forgetToken()
      noteWay('email')
      await enter(store ? `/s/${store.store}` : undefined)
    },
  })
  return (
    <form class="form" {...entry.form}>
      {entry.error && <Failure error={entry.error} />}
      {/* So that password managers know whose it is. */}
      <input type="email" name="email" autocomplete="username" value={email} readOnly hidden />
      <AccountField
        label="Your name"
        {...entry.field('name')}
        autocomplete="name"
        autocapitalize="words"
        enterkeyhint="next"
        maxLength={100}
        hint="It stands beside what you do."
      />
      <PasswordField
        label="Password"
        {...entry.field('password')}
        autocomplete="new-password"
        enterkeyhint="go"
        hint="At least 8 characters. You log in with your email and this."
      />
      <button type="submit" class="button button-main" disabled={entry.isPending}>
        {entry.isPending ? 'Accepting…' : 'Accept'}
      </button>
    </form>
  )
}
