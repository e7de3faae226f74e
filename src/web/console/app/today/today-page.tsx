import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { ReportDocument } from '../../../../generated/console/documents.ts'
import { whenPresent } from '../data/presence.ts'
import { useData } from '../data/use-data.ts'
import { OpenYourShop } from '../opening/open-your-shop.tsx'
import { Page } from '../parts/page.tsx'
import { maySee, seesFigures, useStore } from '../session/store-context.tsx'
import { BecomeOwnerHint } from './become-owner-hint.tsx'
import { DeliveryReport } from './delivery-report.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps, useIsEmpty } from './first-steps.tsx'
import { LowStock, SearchesWithoutHit, TopProducts } from './lists.tsx'
import { NotSetUp } from './not-set-up.tsx'
import { type PeriodName, periodNames, periodOf, periods } from './period.ts'
import { Waits } from './waits.tsx'

const REFRESH_MS = 5 * 60_000

/** What came in, and what waits. */
export default function TodayPage() {
  const { session, formats } = useStore()
  const search = useSearch({ from: '/s/$store/' })
  const name: PeriodName = periods.find((period) => period === search.period) ?? 'day'
  const playMoney = search.money === 'test'
  const now = useNow()
  const period = useMemo(() => periodOf(name, now, formats.timeZone), [name, now, formats.timeZone])
  const hasFigures = seesFigures(session)
  const seesCatalogue = maySee(session, 'catalogue')
  const report = useData(ReportDocument, { ...period, playMoney }, { enabled: hasFigures })
  if (useIsEmpty()) {
    return (
      <Page title="Today">
        <BecomeOwnerHint />
        <OpenYourShop />
        <FirstSteps />
      </Page>
    )
  }
  return (
    <Page
      title="Today"
      actions={
        hasFigures && (
          <nav class="segments" aria-label="Period">
            {periods.map((choice) => (
              <Link
                key={choice}
                to="/s/$store"
                params={{ store: session.store }}
                search={{ ...(choice !== 'day' && { period: choice }), ...(playMoney && { money: 'test' }) }}
                className="segment"
                activeOptions={{ exact: true }}
                data-current={choice === name || undefined}
              >
                {periodNames[choice]}
              </Link>
            ))}
          </nav>
        )
      }
    >
      <BecomeOwnerHint />
      <OpenYourShop />
      <NotSetUp />
      {hasFigures && <Figures query={report} name={name} by={period.by} playMoney={playMoney} />}
      <Waits />
      <div class="today-lists">
        {hasFigures && <TopProducts from={period.from} until={period.until} playMoney={playMoney} />}
        {seesCatalogue && <LowStock />}
        {seesCatalogue && <SearchesWithoutHit />}
      </div>
      {hasFigures && <DeliveryReport from={period.from} until={period.until} playMoney={playMoney} />}
    </Page>
  )
}

/** Moves on every few minutes, so that a console left open shows the new day. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const moveOn = () => setNow(new Date())
    const timer = setInterval(() => whenPresent(moveOn), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
