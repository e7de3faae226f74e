import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'preact/hooks'
import { undoEmailChange } from '../session/sessions.ts'
import { UseCode } from './use-code.tsx'

/** For whoever had the address, and has not changed it. */
export default function EmailUndoPage() {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    document.title = 'Email · Console'
  }, [])
  return (
    <main class="door">
      <section class="door-card">
        {isDone ? (
          <>
            <h1>Your email is back</h1>
            <p role="status">
              Everybody is logged out. A mail is on its way to you, to choose a new password with: whoever changed the
              email may know the one of before.
            </p>
            <Link to="/new-password" className="button">
              Choose a new password
            </Link>
          </>
        ) : (
          <UseCode
            title="Take your email back"
            text="You log in with the address of before again, and everybody who is logged in as you is logged out."
            action="Take it back"
            send={undoEmailChange}
            onDone={() => setDone(true)}
          />
        )}
      </section>
    </main>
  )
}
