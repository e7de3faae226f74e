import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LeaveStoreDocument } from '../../../../generated/console/person-documents.ts'
import { discardDrafts } from '../data/drafts.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { roleWithMoney } from '../session/role-words.ts'
import { SESSIONS_KEY } from '../session/sessions.ts'
import { type Me, useMyChange } from './use-me.ts'

/** Where the person works. */
export function MyStores({ me: { memberships } }: { me: Me }) {
  const [dialog, confirm] = useConfirm()
  const leaving = useMyChange(LeaveStoreDocument)
  const client = useQueryClient()
  async function leave(store: string, name: string): Promise<void> {
    const goOn = await confirm({
      title: `Leave ${name}?`,
      text: 'You see nothing of it any more. An owner of the store can invite you again.',
      action: 'Leave it',
      cancel: 'Stay',
    })
    if (!goOn) return
    leaving.mutate(
      { store },
      {
        async onSuccess() {
          say(`You have left ${name}`)
          discardDrafts(store)
          await client.invalidateQueries({ queryKey: SESSIONS_KEY })
        },
        onError: sayError,
      },
    )
  }
  return (
    <section class="card">
      {dialog}
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
                    {subdomain} · {roleWithMoney(membership)}
                  </span>
                </span>
                <button
                  type="button"
                  class="button"
                  aria-label={`Leave ${businessName}`}
                  disabled={leaving.isPending}
                  onClick={() => void leave(subdomain, businessName)}
                >
                  Leave
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
