import { ChangePasswordDocument } from '../../../../generated/console/person-documents.ts'
import { Failure } from '../parts/failure.tsx'
import { PasswordField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'
import { say } from '../parts/toasts.tsx'
import { useMyChange } from './use-me.ts'

const fieldNames = ['current', 'password']

/** A new password needs the one before it. */
export function PasswordForm({ email }: { email: string }) {
  const change = useMyChange(ChangePasswordDocument)
  const refusal = useRefusal(fieldNames)
  const { mistakes, error } = refusal
  return (
    <section class="card">
      <h2>Password</h2>
      <form
        ref={refusal.form}
        class="form narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          const fields = new FormData(form)
          const [current = '', password = ''] = fieldNames.map((name) => String(fields.get(name) ?? ''))
          const missing = {
            ...(current === '' && { current: 'Enter the password that you have now.' }),
            ...(password === '' && { password: 'Choose a new password.' }),
          }
          if (refusal.refuseMissing(missing)) return
          refusal.clearAll()
          change.mutate(
            { current, password },
            {
              onSuccess() {
                form.reset()
                say('Password changed. You are logged out everywhere else.')
              },
              onError: refusal.refuseFor,
            },
          )
        }}
      >
        {error && <Failure error={error} />}
        {/* So that password managers know whose it is. */}
        <input type="email" name="email" autocomplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          name="current"
          autocomplete="current-password"
          mistake={mistakes.current}
          onInput={() => refusal.clear('current')}
        />
        <PasswordField
          label="New password"
          name="password"
          autocomplete="new-password"
          mistake={mistakes.password}
          hint="At least 8 characters. All other browsers are logged out."
          onInput={() => refusal.clear('password')}
        />
        <div class="form-actions">
          <button type="submit" class="button button-main" disabled={change.isPending}>
            {change.isPending ? 'Saving…' : 'Change the password'}
          </button>
        </div>
      </form>
    </section>
  )
}
