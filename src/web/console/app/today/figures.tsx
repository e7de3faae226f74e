import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'preact/compat'
import type { ReportBy, ReportQuery } from '../../../../generated/console/documents.ts'
import { loadScript } from '../data/load-script.ts'
import type { RequestError } from '../data/request.ts'
import { Loading } from '../parts/loading.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useStore } from '../session/store-context.tsx'
import { beforeNames, type PeriodName } from './period.ts'

const Plot = lazy(() => loadScript(() => import('./plot.tsx')))

interface FiguresProps {
  query: UseQueryResult<ReportQuery, RequestError>
  name: PeriodName
  by: ReportBy
  playMoney: boolean
}

/** Money and orders of the period beside those of the period before it, and how they came. */
export function Figures({ query, name, by, playMoney }: FiguresProps) {
  const { session, formats } = useStore()
  return (
    <QueryView query={query}>
      {({ now, before, cartsNow, cartsBefore }) => {
        if (!now) return null
        const { total, buckets } = now
        const was = before?.total
        const money = (amount: number) => formats.money(amount, now.currency)
        return (
          <>
            <div class="tiles">
              <Tile
                title="Revenue"
                value={money(total.net)}
                now={total.net}
                before={was?.net}
                of={name}
                about={total.refunds > 0 ? `after ${money(total.refunds)} of refunds` : undefined}
              />
              <Tile
                title="Orders"
                value={formats.number(total.orders)}
                now={total.orders}
                before={was?.orders}
                of={name}
              />
              <Tile
                title="Average order"
                value={total.orders > 0 ? money(total.sales / total.orders) : '—'}
                now={averageOf(total)}
                before={averageOf(was)}
                of={name}
              />
              <Tile
                title="Carts bought"
                value={typeof cartsNow?.share === 'number' ? formats.percent(cartsNow.share) : '—'}
                now={cartsNow?.share ?? undefined}
                before={cartsBefore?.share ?? undefined}
                of={name}
                about={
                  cartsNow && cartsNow.made > 0
                    ? `${formats.number(cartsNow.ordered)} of ${formats.number(cartsNow.made)}`
                    : 'No carts in this period'
                }
              />
            </div>
            <section class="card plot-card" aria-label="Revenue over the period">
              <Suspense fallback={<Loading lines={3} />}>
                <Plot buckets={buckets} by={by} currency={now.currency} />
              </Suspense>
            </section>
            <p class="quiet">
              {playMoney ? 'Only test payments are shown. ' : 'Test payments are not counted. '}
              <Link
                to="/s/$store"
                params={{ store: session.store }}
                search={{ ...(name !== 'day' && { period: name }), ...(!playMoney && { money: 'test' }) }}
              >
                {playMoney ? 'Show real money' : 'Show test payments'}
              </Link>
            </p>
          </>
        )
      }}
    </QueryView>
  )
}

const averageOf = (figures: { sales: number; orders: number } | undefined): number | undefined =>
  figures && figures.orders > 0 ? figures.sales / figures.orders : undefined

interface TileProps {
  title: string
  value: string
  now: number | undefined
  before: number | undefined
  of: PeriodName
  about?: string | undefined
}

function Tile({ title, value, now, before, of, about }: TileProps) {
  return (
    <section class="tile">
      <h2>{title}</h2>
      <p class="tile-value">{value}</p>
      <p class="tile-about">
        <Change now={now} before={before} of={of} />
        {about && <span>{about}</span>}
      </p>
    </section>
  )
}

/** How much more or less than before. Nothing where there is nothing to compare with. */
function Change({ now, before, of }: Pick<TileProps, 'now' | 'before' | 'of'>) {
  const { formats } = useStore()
  if (now === undefined || before === undefined || before === 0) return null
  const change = (now - before) / Math.abs(before)
  const direction = change > 0.0005 ? 'up' : change < -0.0005 ? 'down' : 'same'
  return (
    <span class="change" data-direction={direction}>
      <span aria-hidden="true">{direction === 'up' ? '↑ ' : direction === 'down' ? '↓ ' : ''}</span>
      {direction === 'same'
        ? 'the same as'
        : `${formats.percent(Math.abs(change))} ${direction === 'up' ? 'more' : 'less'} than`}{' '}
      {beforeNames[of]}
    </span>
  )
}
