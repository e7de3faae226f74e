import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'preact/hooks'
import { ConfirmEmailChangeDocument } from '../../../../generated/console/person-documents.ts'
import { requestAt } from '../data/request.ts'
import { Loading } from '../parts/loading.tsx'
import { useSessions } from '../session/use-sessions.ts'
import { UseCode } from './use-code.tsx'

/** Where mails about another address lead, in the browser that asked for it. */
export default function EmailPage() {
  const { data: known } = useSessions()
  const [isChanged, setChanged] = useState<boolean | null>(null)
  useEffect(() => {
    document.title = 'Email · Console'
  }, [])
  if (!known) return <Loading />
  return (
    <main class="door">
      <section class="door-card">
        {known.person === null ? (
          <>
            <h1>Log in first</h1>
            <p>Log in in this browser as who asked for the change, then open the link of the mail again.</p>
            <Link to="/log-in" className="button button-main">
              Log in
            </Link>
          </>
        ) : isChanged === null ? (
          <UseCode
            title="Change your email"
            text="With this you agree that you log in with another email."
            action="Agree"
            send={async (code) =>
              (await requestAt('/api/console/graphql', ConfirmEmailChangeDocument, { code })).confirmEmailChange ??
              false
            }
            onDone={setChanged}
          />
        ) : (
          <>
            <h1>{isChanged ? 'Your email is changed' : 'Now the new address'}</h1>
            <p role="status">
              {isChanged
                ? 'Log in with the new one from now on. You are logged out everywhere else.'
                : 'A mail is on its way there. What is in it, opened in this browser, changes your email.'}
            </p>
            <Link to="/me" className="button">
              You
            </Link>
          </>
        )}
      </section>
    </main>
  )
}
