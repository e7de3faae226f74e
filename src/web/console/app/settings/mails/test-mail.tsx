import { Link } from '@tanstack/react-router'
import { SendTestMailDocument } from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { useSetUp } from '../../frame/set-up.ts'
import { Failure } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useMayChange, useStoreName } from '../../session/store-context.tsx'

/** Whether mails are sent, and a mail to see that they arrive. */
export function MailTest() {
  const store = useStoreName()
  const mayChange = useMayChange('settings')
  const setUp = useSetUp()
  const send = useChange(SendTestMailDocument, { invalidates: [] })
  if (!setUp) return null
  if (!setUp.mails) {
    return (
      <div class="banner" data-tone="warn" role="status">
        <Icon name="warning" />
        <p>
          <strong>No mail is sent.</strong> No mail server is set up. Whoever runs the service sets{' '}
          <code>SMTP_URL</code> and <code>MAIL_FROM</code>. Until then orders show their mails as not sent, customers
          get password links from you alone, and you read messages and new orders here.
        </p>
      </div>
    )
  }
  if (!setUp.ownerEmail) {
    return (
      <div class="banner" data-tone="warn" role="status">
        <Icon name="warning" />
        <p>
          Mails to you have no address.{' '}
          <Link to="/s/$store/settings/$section" params={{ store, section: 'store' }}>
            Enter one
          </Link>
          , then send a test mail.
        </p>
      </div>
    )
  }
  const sentTo = send.data?.sendTestMail?.sentTo
  return (
    <section class="card">
      <h2>Do mails arrive?</h2>
      <p>A test mail goes to the email address of the store, and to nobody else.</p>
      {send.error && <Failure error={send.error} />}
      {sentTo && (
        <p role="status">
          The mail server has accepted it for <bdi>{sentTo}</bdi>. Look there, also among the spam.
        </p>
      )}
      {mayChange && (
        <p>
          <button type="button" class="button" disabled={send.isPending} onClick={() => send.mutate({})}>
            {send.isPending ? 'Sending…' : 'Send a test mail'}
          </button>
        </p>
      )}
    </section>
  )
}
