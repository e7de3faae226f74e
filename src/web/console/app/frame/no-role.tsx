import { Link } from '@tanstack/react-router'

/** For somebody who is logged in, in place of a store that they have no role in, or none any more. */
export function NoRole({ store, email }: { store: string; email: string }) {
  return (
    <main class="door">
      <div class="door-card">
        <h1>You have no role in this store</h1>
        <p>
          You are logged in as <bdi>{email}</bdi>, who does not work in <bdi>{store}</bdi>, or does not any more. An
          owner of the store can give you a role.
        </p>
        <p>
          <Link to="/">Your stores</Link>
        </p>
        <p class="quiet">
          <Link to="/log-in" search={{ store, with: 'key' }}>
            Log in with a key of this store
          </Link>
        </p>
      </div>
    </main>
  )
}
