import { ChangePasswordDocument } from '../../../../generated/console/person-documents.ts'
import { Failure } from '../parts/failure.tsx'
import { PasswordField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
import { say } from '../parts/toasts.tsx'
import { useMyChange } from './use-me.ts'

/** A new password needs the one before it. */
export function PasswordForm({ email }: { email: string }) {
  const change = useMyChange(ChangePasswordDocument)
  const entry = useEntryForm({
    required: { current: 'Enter the password that you have now.', password: 'Choose a new password.' },
    async send(passwords, form) {
      await change.mutateAsync(passwords)
      form.reset()
      say('Password changed. You are logged out everywhere else.')
    },
  })
  return (
    <section class="card">
      <h2>Password</h2>
      <form class="form narrow" {...entry.form}>
        {entry.error && <Failure error={entry.error} />}
        {/* So that password managers know whose it is. */}
        <input type="email" name="email" autocomplete="username" value={email} readOnly hidden />
        <PasswordField label="Current password" {...entry.field('current')} autocomplete="current-password" />
        <PasswordField
          label="New password"
          {...entry.field('password')}
          autocomplete="new-password"
          hint="At least 8 characters. All other browsers are logged out."
        />
        <div class="form-actions">
          <button type="submit" class="button button-main" disabled={entry.isPending}>
            {entry.isPending ? 'Saving…' : 'Change the password'}
          </button>
        </div>
      </form>
    </section>
  )
}
