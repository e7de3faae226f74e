import { useStore } from '../../session/store-context.tsx'
import { useLeave } from '../../session/use-leave.ts'

/** Of the key or the person that is logged in. */
export function Sessions() {
  const { session, formats } = useStore()
  const { viewer } = session
  const leave = useLeave()
  return (
    <section class="card">
      {leave.dialog}
      <h2>Your session</h2>
      <p>
        {viewer.kind === 'person' ? (
          <>
            You are logged in as <bdi>{viewer.name}</bdi>. Your session
          </>
        ) : (
          <>
            You are logged in with the key <bdi>“{viewer.name}”</bdi>. It
          </>
        )}{' '}
        ends at {formats.dateTime(session.expires_at)}, or when you log out.
      </p>
      <div class="form-actions">
        <button type="button" class="button" onClick={() => void leave.logOut()}>
          Log out
        </button>
        <button type="button" class="button" onClick={() => void leave.logOutEverywhere()}>
          Log out everywhere
        </button>
      </div>
    </section>
  )
}
