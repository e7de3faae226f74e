import { Link } from '@tanstack/react-router'
import { useStore } from '../session/store-context.tsx'

/** For who works with a key that may do everything: a log-in of their own. */
export function BecomeOwnerHint() {
  const { store, viewer } = useStore().session
  if (viewer.kind !== 'key' || !viewer.everything) return null
  return (
    <p class="hint">
      You are logged in with a key.{' '}
      <Link to="/s/$store/become-owner" params={{ store }}>
        Make yourself a person
      </Link>{' '}
      to log in with your email and a password, and to see your name in the history.
    </p>
  )
}
