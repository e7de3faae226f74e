import { Link } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { useSetUp } from '../frame/set-up.ts'
import { Icon } from '../parts/icons.tsx'
import { maySee, useStore } from '../session/store-context.tsx'

/** What has no effect yet because something is missing. */
export function NotSetUp() {
  const { session } = useStore()
  const setUp = useSetUp()
  if (!setUp) return null
  const seesSettings = maySee(session, 'settings')
  const to = (section: string, words: string): ComponentChildren =>
    seesSettings && (
      <>
        {' '}
        <Link to="/s/$store/settings/$section" params={{ store: session.store, section }}>
          {words}
        </Link>
      </>
    )
  return (
    <>
      {!setUp.mails && (
        <Notice>
          No mail is sent, neither to buyers nor to you: no mail server is set up.{to('mails', 'What to do')}
        </Notice>
      )}
      {setUp.mails && !setUp.ownerEmail && (
        <Notice>You get no mails about new orders: the store has no email address.{to('store', 'Enter one')}</Notice>
      )}
      {!setUp.payments && (
        <Notice>Nobody can pay: there is no way to take money yet.{to('payments', 'Set up payments')}</Notice>
      )}
    </>
  )
}

const Notice = ({ children }: { children: ComponentChildren }) => (
  <div class="banner" data-tone="warn" role="status">
    <Icon name="warning" />
    <p>{children}</p>
  </div>
)
