import { useState } from 'preact/hooks'
import { RequestEmailChangeDocument } from '../../../../generated/console/person-documents.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'
import { useMyChange } from './use-me.ts'

/** Nothing changes before it was agreed to by mail. */
export function EmailForm({ email }: { email: string }) {
  const change = useMyChange(RequestEmailChangeDocument)
  const refusal = useRefusal(['email'])
  const [wanted, setWanted] = useState<string | null>(null)
  const { mistakes, error } = refusal
  return (
    <section class="card">
      <h2>Email</h2>
      {wanted !== null ? (
        <p role="status">
          A mail is on its way. If <bdi>{email}</bdi> is confirmed, it goes there first; what is in it leads on to{' '}
          <bdi>{wanted}</bdi>. Open both in this browser, within an hour.
        </p>
      ) : (
        <form
          ref={refusal.form}
          class="form narrow"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const to = String(new FormData(event.currentTarget).get('email') ?? '').trim()
            if (refusal.refuseMissing(to === '' ? { email: 'Enter the new email.' } : {})) return
            refusal.clearAll()
            change.mutate({ email: to }, { onSuccess: () => setWanted(to), onError: refusal.refuseFor })
          }}
        >
          {error && <Failure error={error} />}
          <AccountField
            label="New email"
            name="email"
            type="email"
            inputMode="email"
            autocomplete="email"
            autocapitalize="none"
            enterkeyhint="go"
            mistake={mistakes.email}
            hint="Your email until now and the new one both get a mail to agree to it."
            onInput={() => refusal.clear('email')}
          />
          <div class="form-actions">
            <button type="submit" class="button" disabled={change.isPending}>
              {change.isPending ? 'Sending…' : 'Change the email'}
            </button>
          </div>
        </form>
      )}
    </section>
  )
}
