import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import type { LoyaltyEntryKind } from '../../../../generated/console/documents.ts'
import { actorName } from '../parts/actor.ts'
import { Pager } from '../parts/pager.tsx'
import { maySee, useStore } from '../session/store-context.tsx'
import { AdjustPointsDialog } from './adjust-points-dialog.tsx'
import type { ShownCustomer } from './customer-page.tsx'

const kinds: Record<LoyaltyEntryKind, string> = {
  OPENING: 'Opening balance',
  EARN: 'Earned by an order',
  REDEEM: 'Redeemed for an order',
  REFERRAL: 'Referred a friend',
  ADJUSTMENT: 'Adjusted',
  EARN_REVERSAL: 'Earned points taken back',
  REDEEM_REVERSAL: 'Redeemed points returned',
}

/** Each change of the balance, latest first. */
export function CustomerPoints({ customer, mayChange }: { customer: ShownCustomer; mayChange: boolean }) {
  const { session, formats } = useStore()
  const [isOpen, setOpen] = useState(false)
  const { totalCount, nodes } = customer.loyaltyEntries
  return (
    <section class="card">
      <div class="card-head">
        <h2>Points</h2>
        {mayChange && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            Adjust points
          </button>
        )}
      </div>
      {nodes.length === 0 ? (
        <p class="quiet">No points were earned or given yet.</p>
      ) : (
        <>
          <ol class="ledger" aria-label="Changes of points">
            {nodes.map(({ id, createdAt, kind, points, balanceAfter, reason, actor, orderNo }) => (
              <li key={id}>
                <span class="ledger-what">
                  <span>
                    {kinds[kind]}{' '}
                    {orderNo &&
                      (maySee(session, 'orders') ? (
                        <Link to="/s/$store/orders/$orderNo" params={{ store: session.store, orderNo }}>
                          {orderNo}
                        </Link>
                      ) : (
                        orderNo
                      ))}
                  </span>
                  {reason && <bdi>{reason}</bdi>}
                  <span class="quiet">
                    <time dateTime={createdAt}>{formats.dateTime(createdAt)}</time>
                    {actor && (
                      <>
                        {' '}
                        · <bdi>{actorName(actor)}</bdi>
                      </>
                    )}
                  </span>
                </span>
                <span class="ledger-points">
                  <strong class={points > 0 ? 'points-up' : undefined}>
                    {points > 0 ? '+' : '−'}
                    {formats.number(Math.abs(points))}
                  </strong>
                  <span class="quiet">
                    <span class="hidden">Balance: </span>
                    {formats.number(balanceAfter)}
                  </span>
                </span>
              </li>
            ))}
          </ol>
          {totalCount > nodes.length && <Pager of="changes" page={customer.loyaltyEntries} />}
        </>
      )}
      {isOpen && <AdjustPointsDialog customer={customer} onClose={() => setOpen(false)} />}
    </section>
  )
}
