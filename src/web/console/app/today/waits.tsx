import { Link } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { useWaiting, type Waiting } from '../frame/waiting.ts'
import { countOf } from '../parts/formats.ts'
import { Icon, type IconName } from '../parts/icons.tsx'
import { useStoreName } from '../session/store-context.tsx'

interface Wait {
  count: keyof Waiting
  icon: IconName
  text: (count: number) => string
  link: (store: string, children: ComponentChildren) => ComponentChildren
  isBad?: true
}

const toOrders =
  (search: Record<string, string>): Wait['link'] =>
  (store, children) => (
    <Link to="/s/$store/orders" params={{ store }} search={search} className="wait">
      {children}
    </Link>
  )

const toSettings =
  (section: string): Wait['link'] =>
  (store, children) => (
    <Link to="/s/$store/settings/$section" params={{ store, section }} className="wait">
      {children}
    </Link>
  )

/** The most urgent first. */
const waits: readonly Wait[] = [
  {
    count: 'needAttention',
    icon: 'warning',
    text: (count) => `${countOf(count, 'order')} ${count === 1 ? 'needs' : 'need'} attention`,
    link: toOrders({ attention: 'true' }),
    isBad: true,
  },
  {
    count: 'toConfirm',
    icon: 'check',
    text: (count) => `${countOf(count, 'order')} to confirm`,
    link: toOrders({ status: 'PENDING' }),
  },
  {
    count: 'toShip',
    icon: 'delivery',
    text: (count) => `${countOf(count, 'order')} to ship`,
    link: toOrders({ status: 'CONFIRMED' }),
  },
  {
    count: 'toCollect',
    icon: 'payments',
    text: (count) => `${countOf(count, 'payment')} to collect`,
    link: toOrders({ collect: 'true' }),
  },
  {
    count: 'reviews',
    icon: 'reviews',
    text: (count) => `${countOf(count, 'review')} to approve`,
    link: (store, children) => (
      <Link to="/s/$store/reviews" params={{ store }} className="wait">
        {children}
      </Link>
    ),
  },
  {
    count: 'refunds',
    icon: 'orders',
    text: (count) => `${countOf(count, 'refund')} under way`,
    link: toOrders({ payment: 'PAID' }),
  },
  {
    count: 'lowStock',
    icon: 'products',
    text: (count) => `${countOf(count, 'product')} running low`,
    link: (store, children) => (
      <Link to="/s/$store/products" params={{ store }} search={{ stock: 'low' }} className="wait">
        {children}
      </Link>
    ),
  },
  {
    count: 'failedJobs',
    icon: 'warning',
    text: (count) => `${countOf(count, 'job')} failed`,
    link: toSettings('jobs'),
    isBad: true,
  },
  {
    count: 'undelivered',
    icon: 'link',
    text: (count) => `${countOf(count, 'webhook message')} not delivered`,
    link: toSettings('webhooks'),
    isBad: true,
  },
  {
    count: 'webhooksOff',
    icon: 'link',
    text: (count) => `${countOf(count, 'webhook')} switched off`,
    link: toSettings('webhooks'),
    isBad: true,
  },
]

/** What waits for the owner, each as a link to where it is done. */
export function Waits() {
  const store = useStoreName()
  const waiting = useWaiting()
  if (!waiting) return null
  const shown = waits.filter(({ count }) => (waiting[count] ?? 0) > 0)
  return (
    <section class="card">
      <h2>Waiting for you</h2>
      {shown.length === 0 ? (
        <p class="quiet">Nothing. All orders are on their way.</p>
      ) : (
        <ul class="waits">
          {shown.map(({ count, icon, text, link, isBad }) => (
            <li key={count} data-bad={isBad}>
              {link(
                store,
                <>
                  <Icon name={icon} />
                  <span>{text(waiting[count] ?? 0)}</span>
                  <Icon name="right" />
                </>,
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
