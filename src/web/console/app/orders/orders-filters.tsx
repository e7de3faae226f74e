import { useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { DeliveryChoicesDocument } from '../../../../generated/console/documents.ts'
import { startOfTypedDay } from '../../../../shared/zoned-time.ts'
import { useData } from '../data/use-data.ts'
import { ChoiceFilter, DayFilter, Filters, SearchFilter } from '../parts/filters.tsx'
import { maySee, useStore } from '../session/store-context.tsx'
import { orderStatuses, paymentStatuses } from './order-words.tsx'

export type OrdersSearch = ReturnType<typeof useOrdersSearch>

/** What the address of the list says. */
export const useOrdersSearch = () => useSearch({ from: '/s/$store/orders' })

export function OrderFilters({ search }: { search: OrdersSearch }) {
  return (
    <Filters>
      <SearchFilter value={search.q} label="Search by number, name, phone or email" />
      <ChoiceFilter name="status" label="Status" value={search.status} options={orderStatuses} all="Any status" />
      <ChoiceFilter name="payment" label="Payment" value={search.payment} options={paymentStatuses} all="Any payment" />
      <DeliveryFilters search={search} />
      <Dates search={search} />
    </Filters>
  )
}

/** The day for all; methods and zones by their names, for those who may see the settings. */
function DeliveryFilters({ search: { delivery, zone, day } }: { search: OrdersSearch }) {
  const { session } = useStore()
  const isAllowed = maySee(session, 'settings')
  const { data } = useData(DeliveryChoicesDocument, {}, { enabled: isAllowed })
  const zones = data?.shippingZones ?? []
  if (isAllowed && zones.length === 0 && !delivery && !zone && !day) return null
  const methods = new Map(zones.flatMap(({ methods }) => methods.map(({ code, name }) => [code, name] as const)))
  return (
    <>
      {(isAllowed || delivery) && (
        <ChoiceFilter
          name="delivery"
          label="Delivery method"
          value={delivery}
          options={withChosen([...methods], delivery)}
          all="Any delivery"
        />
      )}
      {(isAllowed || zone) && (
        <ChoiceFilter
          name="zone"
          label="Zone"
          value={zone}
          options={withChosen(
            zones.map(({ code, name }) => [code, name]),
            zone,
          )}
          all="Any zone"
        />
      )}
      <DayFilter name="day" label="Delivery on" value={day} />
    </>
  )
}

/** An address may name what is no more. */
const withChosen = (options: (readonly [string, string])[], chosen: string | undefined) =>
  chosen === undefined || options.some(([code]) => code === chosen) ? options : [...options, [chosen, chosen] as const]

/** Stays open while a date is typed, which is none until it is whole. */
function Dates({ search: { from, until } }: { search: OrdersSearch }) {
  const [isOpen, setOpen] = useState(from !== undefined || until !== undefined)
  return (
    <details class="filter-more" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Dates</summary>
      <DayFilter name="from" label="Placed from" value={from} />
      <DayFilter name="until" label="Placed until" value={until} />
    </details>
  )
}

/** Days are those of the store's time zone, the last one included. */
export function variablesOf(
  {
    q,
    status,
    payment,
    method,
    delivery,
    zone,
    day,
    attention,
    collect,
    customer,
    guest,
    from,
    until,
    after,
  }: OrdersSearch,
  timeZone: string,
) {
  return {
    after: after ?? null,
    search: q ?? null,
    status: (orderStatuses.find(([of]) => of === status)?.[0] ?? null) as never,
    paymentStatus: paymentStatuses.find(([of]) => of === payment)?.[0] ?? null,
    paymentMethod: method ?? null,
    deliveryMethod: delivery ?? null,
    zone: zone ?? null,
    deliveryDay: startOfTypedDay(day ?? '', timeZone) ? (day ?? null) : null,
    needsAttention: attention === 'true' ? true : null,
    toCollect: collect === 'true' ? true : null,
    customerId: customer ?? null,
    guestPhone: guest ?? null,
    placedFrom: startOfTypedDay(from ?? '', timeZone)?.toISOString() ?? null,
    placedUntil: startOfTypedDay(until ?? '', timeZone, 1)?.toISOString() ?? null,
  }
}
