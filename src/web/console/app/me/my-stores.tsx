import { Link } from '@tanstack/react-router'
import { roleWords } from '../session/role-words.ts'
import type { Me } from './use-me.ts'

type Membership = Me['memberships'][number]

/** Where the person works. */
export function MyStores({ me: { memberships } }: { me: Me }) {
  return (
    <section class="card">
      <h2>Your stores</h2>
      {memberships.length === 0 ? (
        <p class="quiet">You have no role in a store at present.</p>
      ) : (
        <ul class="account-list">
          {memberships.map((membership) => {
            const { subdomain, businessName } = membership.store
            return (
              <li key={subdomain}>
                <span class="account-entry">
                  <Link to="/s/$store" params={{ store: subdomain }}>
                    <bdi>{businessName}</bdi>
                  </Link>
                  <span class="quiet">
                    {subdomain} · {roleOf(membership)}
                  </span>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** An owner may give refunds in any case. */
const roleOf = ({ role, money }: Membership): string =>
  money && role !== 'OWNER' ? `${roleWords[role]}, with refunds and payments` : roleWords[role]
