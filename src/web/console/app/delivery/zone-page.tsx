import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { DeleteZoneDocument, type WholeZoneFragment, ZoneDocument } from '../../../../generated/console/documents.ts'
import { useChange, useData } from '../data/use-data.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { countOf } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { whereText } from './delivery-words.ts'
import { LongPostalCodes } from './long-postal-codes.tsx'
import { Methods } from './methods.tsx'
import { ZoneForm } from './zone-form.tsx'
import { isLong } from './zone-values.ts'

export default function ZonePage() {
  const { zone: code } = useParams({ strict: false })
  const { session } = useStore()
  const { store } = session
  const mayChange = useMayChange('settings')
  const isNew = code === undefined
  const query = useData(ZoneDocument, { code: code ?? '' }, { enabled: !isNew })
  const shown = query.data?.shippingZone
  const zone = !isNew && shown?.code === code ? shown : null
  return (
    <Page
      title={isNew ? 'New zone' : (zone?.name ?? 'Zone')}
      back={
        <Link to="/s/$store/delivery" params={{ store }}>
          <Icon name="left" /> Delivery
        </Link>
      }
      about={zone && <span class="quiet">{whereText(zone)}</span>}
      actions={zone && mayChange && <DeleteZone zone={zone} />}
    >
      {isNew ? (
        <div class="columns">
          <ZoneForm key="new" zone={null} />
        </div>
      ) : (
        <QueryView query={query}>
          {({ shippingZone: zone }) =>
            zone ? (
              <>
                <Methods key={`methods-${zone.code}`} zone={zone} />
                <ZoneForm key={zone.code} zone={zone} />
                {isLong(zone.postalCodes) && <LongPostalCodes zone={zone} excluded={false} />}
                {isLong(zone.excludedCodes) && <LongPostalCodes zone={zone} excluded />}
              </>
            ) : (
              <Empty title="There is no such zone" />
            )
          }
        </QueryView>
      )}
    </Page>
  )
}

function DeleteZone({ zone }: { zone: WholeZoneFragment }) {
  const { session } = useStore()
  const navigate = useNavigate()
  const [dialog, confirm] = useConfirm()
  const remove = useChange(DeleteZoneDocument, { invalidates: ['Zones', 'TestDestination'] })
  async function ask(): Promise<void> {
    const { methods, postalCodes, excludedCodes } = zone
    const names = new Intl.ListFormat(navigator.language).format(methods.map(({ name }) => name))
    const codes = postalCodes.length + excludedCodes.length
    const goOn = await confirm({
      title: `Delete ${zone.name}?`,
      text: `${
        methods.length === 0
          ? 'It has no delivery methods.'
          : `Its ${countOf(methods.length, 'delivery method')} with their fees are lost: ${names}.`
      }${codes > 0 ? ` So are its ${countOf(codes, 'postal code entry', 'postal code entries')}.` : ''} Orders keep how they are delivered. New orders go by the zones behind it.`,
      action: 'Delete the zone',
      cancel: 'Keep it',
    })
    if (!goOn) return
    try {
      await remove.mutateAsync({ code: zone.code, version: zone.version })
      say(`${zone.name} deleted`)
      await navigate({ to: '/s/$store/delivery', params: { store: session.store }, replace: true })
    } catch (error) {
      sayError(error as Error)
    }
  }
  return (
    <>
      {dialog}
      <button type="button" class="button" disabled={remove.isPending} onClick={() => void ask()}>
        <Icon name="trash" /> Delete
      </button>
    </>
  )
}
