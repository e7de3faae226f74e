import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import type { ReportBy, ReportQuery } from '../../../../generated/console/documents.ts'
import { useFormats } from '../session/store-context.tsx'

type Buckets = NonNullable<ReportQuery['now']>['buckets']

interface PlotProps {
  buckets: Buckets
  by: ReportBy
  currency: string
}

const HEIGHT = 220
/** Of the scale where nothing was earned: less would be marked in parts of a unit. */
const EMPTY_SCALE = 100

/** Revenue as bars. The same figures are a table for those who do not see it, or want the numbers. */
export default function Plot({ buckets, by, currency }: PlotProps) {
  const formats = useFormats()
  const place = useRef<HTMLDivElement>(null)
  const label = labelOf(by, formats.timeZone)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const style = getComputedStyle(element)
    const color = (name: string) => style.getPropertyValue(name).trim()
    const axis = { stroke: color('--quiet'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        scales: {
          x: { time: false, range: [-0.6, buckets.length - 0.4] },
          y: { range: (_, low, high) => [Math.min(0, low), low === 0 && high === 0 ? EMPTY_SCALE : Math.max(high, 1)] },
        },
        legend: { show: false },
        cursor: { show: false },
        series: [
          {},
          {
            fill: color('--accent'),
            width: 0,
            points: { show: false },
            ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.62, 48], radius: 0.12 }) }),
          },
        ],
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 56,
            size: 30,
            incrs: [1, 2, 3, 4, 6, 7, 12, 14],
            values: (_, positions) => positions.map((at) => (buckets[at] ? label(buckets[at].start) : '')),
          },
          { ...axis, size: 64, values: (_, amounts) => amounts.map((amount) => formats.roundMoney(amount)) },
        ],
      },
      [buckets.map((_, index) => index), buckets.map(({ net }) => net)],
      element,
    )
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [buckets, formats, label])

  return (
    <>
      <div ref={place} class="plot" aria-hidden="true" />
      <details class="plot-table">
        <summary>Figures</summary>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{by === 'HOUR' ? 'Hour' : by === 'MONTH' ? 'Month' : 'Day'}</th>
              <th scope="col" data-align="end">
                Orders
              </th>
              <th scope="col" data-align="end">
                Revenue
              </th>
              <th scope="col" data-align="end">
                Refunds
              </th>
            </tr>
          </thead>
          <tbody>
            {buckets.map(({ start, orders, revenue, refunds }) => (
              <tr key={start}>
                <td data-title>{label(start)}</td>
                <td data-label="Orders" data-align="end">
                  {formats.number(orders)}
                </td>
                <td data-label="Revenue" data-align="end">
                  {formats.money(revenue, currency)}
                </td>
                <td data-label="Refunds" data-align="end">
                  {formats.money(refunds, currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

const labels = new Map<string, (instant: string) => string>()

function labelOf(by: ReportBy, timeZone: string): (instant: string) => string {
  const known = labels.get(by + timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat(navigator.language, {
    timeZone,
    ...(by === 'HOUR' && ({ hour: 'numeric' } as const)),
    ...(by === 'MONTH' && ({ month: 'short', year: '2-digit' } as const)),
    ...((by === 'DAY' || by === 'WEEK') && ({ day: 'numeric', month: 'short' } as const)),
  })
  const label = (instant: string) => format.format(new Date(instant))
  labels.set(by + timeZone, label)
  return label
}
