import { useState } from 'preact/hooks'
import {
  DeliveryChoicesDocument,
  type DeliveryReportBy,
  DeliveryReportDocument,
  PaymentMethodsDocument,
} from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { type Columns, columnsOf, DataTable } from '../parts/data-table.tsx'
import type { Formats } from '../parts/formats.ts'
import { QueryView } from '../parts/query-view.tsx'
import { maySee, useStore } from '../session/store-context.tsx'

/** The words of each choice: on its button, over its column, and for what has no code. */
const groups: Record<DeliveryReportBy, readonly [text: string, column: string, none: string]> = {
  METHOD: ['Method', 'Delivery method', 'The flat fee'],
  ZONE: ['Zone', 'Zone', 'The flat fee'],
  PAYMENT: ['Payment', 'Payment method', 'Online payments'],
}
const choices = Object.keys(groups) as DeliveryReportBy[] // Object.keys loses the names.

interface Row {
  code?: string | null | undefined
  currency: string
  orders: number
  goods: number
  fees: number
  refusedShare: number
}

interface DeliveryReportProps {
  from: string
  until: string
  playMoney: boolean
}

/** What the orders of a period came to, by how they are delivered and paid. */
export function DeliveryReport(period: DeliveryReportProps) {
  const [by, setBy] = useState<DeliveryReportBy>('METHOD')
  return (
    <section class="card" aria-label="Deliveries and payments">
      <div class="card-head">
        <h2>Deliveries and payments</h2>
        <fieldset class="segments" aria-label="By">
          {choices.map((group) => (
            <button
              key={group}
              type="button"
              class="segment"
              aria-pressed={group === by}
              data-current={group === by || undefined}
              onClick={() => setBy(group)}
            >
              {groups[group][0]}
            </button>
          ))}
        </fieldset>
      </div>
      {/* Anew for each choice, whose rows mean something else. */}
      <Rows key={by} by={by} {...period} />
      <p class="quiet">
        Orders that were confirmed, without those cancelled before they were sent. Goods and fees are without what was
        refused at the door.
      </p>
    </section>
  )
}

function Rows({ by, ...period }: DeliveryReportProps & { by: DeliveryReportBy }) {
  const { formats } = useStore()
  const [, column, none] = groups[by]
  const names = useNames(by)
  const query = useData(DeliveryReportDocument, { ...period, by })
  return (
    <QueryView query={query}>
      {({ deliveryReport }) => (
        <DataTable
          label={`Orders by ${column.toLowerCase()}`}
          columns={columnsFor({ column, nameOf: (code) => (code == null ? none : (names.get(code) ?? code)), formats })}
          rows={deliveryReport ?? []}
          idOf={({ code, currency }) => `${code ?? ''} ${currency}`}
          empty={<p class="quiet">No orders in this period.</p>}
        />
      )}
    </QueryView>
  )
}

/** Of codes, for those who may see them; what was deleted goes by its code. */
function useNames(by: DeliveryReportBy): ReadonlyMap<string, string> {
  const { session } = useStore()
  const isAllowed = maySee(session, 'settings')
  const delivery = useData(DeliveryChoicesDocument, {}, { enabled: isAllowed })
  const payment = useData(PaymentMethodsDocument, {}, { enabled: isAllowed && by === 'PAYMENT' })
  const zones = delivery.data?.shippingZones ?? []
  const named = {
    METHOD: zones.flatMap(({ methods }) => methods),
    ZONE: zones,
    PAYMENT: payment.data?.paymentMethods ?? [],
  }
  return new Map(named[by].map(({ code, name }) => [code, name]))
}

interface ColumnTools {
  column: string
  nameOf: (code: string | null | undefined) => string
  formats: Formats
}

function columnsFor({ column: heading, nameOf, formats }: ColumnTools): Columns<Row> {
  const column = columnsOf<Row>()
  return column.columns([
    column.accessor('code', {
      header: heading,
      meta: { isTitle: true },
      cell: (cell) => <bdi>{nameOf(cell.getValue())}</bdi>,
    }),
    column.accessor('orders', {
      header: 'Orders',
      meta: { align: 'end' },
      cell: (cell) => formats.number(cell.getValue()),
    }),
    column.accessor('goods', {
      header: 'Goods',
      meta: { align: 'end' },
      cell: ({ row: { original } }) => formats.money(original.goods, original.currency),
    }),
    column.accessor('fees', {
      header: 'Fees',
      meta: { align: 'end' },
      cell: ({ row: { original } }) => formats.money(original.fees, original.currency),
    }),
    column.accessor('refusedShare', {
      header: 'Refused at the door',
      meta: { align: 'end' },
      cell: (cell) => formats.percent(cell.getValue()),
    }),
  ]) as Columns<Row>
}
