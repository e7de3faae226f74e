import { Link } from '@tanstack/react-router'
import { SaveZoneDocument, type ZoneRowFragment, ZonesDocument } from '../../../../generated/console/documents.ts'
import { homeCountry } from '../../../../shared/countries.ts'
import { useChange, useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { daysText, feeText, whereText, ZONE_QUERIES } from './delivery-words.ts'
import { OrderButtons } from './order-buttons.tsx'
import { useOrder } from './use-order.ts'
import { WhereTo } from './where-to.tsx'

export default function DeliveryPage() {
  const { session, formats } = useStore()
  const { store } = session
  const mayChange = useMayChange('settings')
  const query = useData(ZonesDocument, {})
  return (
    <Page
      title="Delivery"
      actions={
        <>
          <Link to="/s/$store/try-out" params={{ store }} search={{ from: 'delivery' }} className="button">
            Try out a cart
          </Link>
          {mayChange && (
            <Link to="/s/$store/delivery/new/zone" params={{ store }} className="button button-main">
              <Icon name="plus" /> New zone
            </Link>
          )}
        </>
      }
    >
      <QueryView query={query}>
        {({ shippingZones, store: settings }) => {
          const zones = shippingZones ?? []
          const { fee = 0, freeFrom, country } = settings?.shipping ?? {}
          if (zones.length > 0) {
            return (
              <div class="columns">
                <div class="column-main">
                  <p class="quiet">An order belongs to the first zone that has its country, region and postal code.</p>
                  <Zones zones={zones} mayChange={mayChange} />
                </div>
                <aside class="column-side">
                  <WhereTo home={homeCountry({ shippingCountry: country ?? null, currency: session.currency })} />
                </aside>
              </div>
            )
          }
          return (
            <Empty title="No zones yet">
              <p>
                Every order pays {fee === 0 ? 'nothing for delivery' : `${formats.money(fee)} for delivery`}
                {freeFrom != null && fee > 0 && `, and nothing from ${formats.money(freeFrom)}`}. Zones have delivery
                methods of their own, with fees by price or weight.
              </p>
              {mayChange && (
                <p>
                  <Link to="/s/$store/delivery/new/zone" params={{ store }}>
                    Create the first zone.
                  </Link>
                </p>
              )}
            </Empty>
          )
        }}
      </QueryView>
    </Page>
  )
}

function Zones({ zones, mayChange }: { zones: readonly ZoneRowFragment[]; mayChange: boolean }) {
  const save = useChange(SaveZoneDocument, { invalidates: ZONE_QUERIES })
  const { isBusy, move } = useOrder<ZoneRowFragment>(async ({ code, version }, position) => {
    const { upsertShippingZone } = await save.mutateAsync({ input: { code, version, position } })
    return upsertShippingZone?.version ?? version
  })
  return (
    <ol class="stack" aria-label="Zones">
      {zones.map((zone, index) => (
        <li key={zone.code} class="card">
          <div class="card-head">
            <ZoneTitle zone={zone} place={index + 1} />
            {mayChange && (
              <OrderButtons
                name={zone.name}
                index={index}
                count={zones.length}
                isBusy={isBusy}
                onMove={(to) => void move(zones, index, to)}
              />
            )}
          </div>
          <Methods zone={zone} />
        </li>
      ))}
    </ol>
  )
}

function ZoneTitle({ zone, place }: { zone: ZoneRowFragment; place: number }) {
  const { session } = useStore()
  return (
    <div class="zone-title">
      <h2>
        <span class="quiet">{place}.</span>{' '}
        <Link to="/s/$store/delivery/$zone" params={{ store: session.store, zone: zone.code }}>
          <bdi>{zone.name}</bdi>
        </Link>
      </h2>
      <p class="quiet">{whereText(zone)}</p>
    </div>
  )
}

function Methods({ zone }: { zone: ZoneRowFragment }) {
  const { formats } = useStore()
  if (zone.methods.length === 0) {
    return <p class="quiet">No delivery methods: orders of this zone are not delivered.</p>
  }
  return (
    <ul class="plain-list" aria-label={`Methods of ${zone.name}`}>
      {zone.methods.map((method) => (
        <li key={method.code}>
          <span class="cell-two">
            <bdi>{method.name}</bdi>
            {method.kind === 'PICKUP' && <Badge>Pickup</Badge>}
            {!method.active && <Badge>Off</Badge>}
          </span>
          <span class="quiet">{[feeText(method, formats), daysText(method)].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  )
}
