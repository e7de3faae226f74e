import type { ComponentChildren } from 'preact'
import { useStore } from '../session/store-context.tsx'

interface PersonFiguresProps {
  person: { totalSpent: number; paidOrders: number }
  /** One more figure, with its name. */
  other: readonly [name: string, figure: number]
}

export function PersonFigures({ person, other: [name, figure] }: PersonFiguresProps) {
  const { formats } = useStore()
  return (
    <section class="card">
      <h2>So far</h2>
      <dl class="tiles">
        <div>
          <dt>Spent</dt>
          <dd>{formats.money(person.totalSpent)}</dd>
        </div>
        <div>
          <dt>Paid orders</dt>
          <dd>{formats.number(person.paidOrders)}</dd>
        </div>
        <div>
          <dt>{name}</dt>
          <dd>{formats.number(figure)}</dd>
        </div>
      </dl>
      <p class="quiet">Refunded orders are not counted as paid.</p>
    </section>
  )
}

interface PersonDetailsProps {
  person: { phone: string; email?: string | null; address?: string | null }
  emailBadge?: ComponentChildren
  /** Since when the store has known them. */
  children: ComponentChildren
}

export function PersonDetails({ person: { phone, email, address }, emailBadge, children }: PersonDetailsProps) {
  return (
    <section class="card">
      <h2>Details</h2>
      <p>
        <a href={`tel:${phone}`}>{phone}</a>
      </p>
      {email && (
        <p class="review-by">
          <a href={`mailto:${email}`}>{email}</a>
          {emailBadge}
        </p>
      )}
      <p class="address" dir="auto">
        {address || <span class="quiet">No address was given.</span>}
      </p>
      <p class="quiet">{children}</p>
    </section>
  )
}
