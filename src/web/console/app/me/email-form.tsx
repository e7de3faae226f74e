import { useState } from 'preact/hooks'
import { RequestEmailChangeDocument } from '../../../../generated/console/person-documents.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'
import { useMyChange } from './use-me.ts'

/** Nothing changes before it was agreed to by mail. */
export function EmailForm({ email }: { email: string }) {
  const change = useMyChange(RequestEmailChangeDocument)
  const [wanted, setWanted] = useState<string | null>(null)
  const entry = useEntryForm({
    required: { email: 'Enter the new email.' },
    async send({ email }) {
      await change.mutateAsync({ email })
      setWanted(email)
    },
  })
  return (
    <section class="card">
      <h2>Email</h2>
      {wanted !== null ? (
        <p role="status">
          A mail is on its way. If <bdi>{email}</bdi> is confirmed, it goes there first; what is in it leads on to{' '}
          <bdi>{wanted}</bdi>. Open both in this browser, within an hour.
        </p>
      ) : (
        <form class="form narrow" {...entry.form}>
          {entry.error && <Failure error={entry.error} />}
          <AccountField
            label="New email"
            {...entry.field('email')}
            type="email"
            inputMode="email"
            autocomplete="email"
            autocapitalize="none"
            enterkeyhint="go"
            hint="Your email until now and the new one both get a mail to agree to it."
          />
          <div class="form-actions">
            <button type="submit" class="button" disabled={entry.isPending}>
              {entry.isPending ? 'Sending…' : 'Change the email'}
            </button>
          </div>
        </form>
      )}
    </section>
  )
}
