import { useState } from 'preact/hooks'
import {
  type DeliveryMethodFragment,
  SaveZoneDocument,
  type ShippingMethodInput,
  type WholeZoneFragment,
} from '../../../../generated/console/documents.ts'
import { hasDraft } from '../data/drafts.ts'
import { useChange } from '../data/use-data.ts'
import { ActiveSwitch } from '../parts/active-switch.tsx'
import { Badge } from '../parts/badge.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icons.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useFormats, useMayChange, useStoreName } from '../session/store-context.tsx'
import { daysText, feeText, ZONE_QUERIES } from './delivery-words.ts'
import { MethodForm } from './method-form.tsx'
import { methodDraft } from './method-values.ts'
import { OrderButtons } from './order-buttons.tsx'
import { moved } from './use-order.ts'

/** Identifies a new method among those that are identified by their code. */
const NEW = ''

/** The delivery methods of a zone. Each is edited in its place; order, switches and deletion are saved at once. */
export function Methods({ zone }: { zone: WholeZoneFragment }) {
  const mayChange = useMayChange('settings')
  const store = useStoreName()
  // What was not saved before a reload is open again.
  const [edited, setEdited] = useState(
    () =>
      [...zone.methods.map(({ code }) => code), NEW].find((code) => hasDraft(store, methodDraft(zone.code, code))) ??
      null,
  )
  const [dialog, confirm] = useConfirm()
  const save = useChange(SaveZoneDocument, { invalidates: ZONE_QUERIES })
  const { methods } = zone

  /** Methods that are not in the list are deleted, and what an entry leaves out stays. */
  async function sendAll(all: readonly ShippingMethodInput[], version: number): Promise<number> {
    const { upsertShippingZone } = await save.mutateAsync({ input: { code: zone.code, version, methods: [...all] } })
    return upsertShippingZone?.version ?? version
  }

  async function move(from: number, to: number): Promise<void> {
    const entries = methods.map(({ code }) => ({ code }))
    try {
      const now = await sendAll(moved(entries, from, to), zone.version)
      say(`${methods[from]?.name} moved ${to < from ? 'up' : 'down'}`, () => {
        sendAll(entries, now).then(() => say('The order is as it was'), sayError)
      })
    } catch (error) {
      sayError(error as Error)
    }
  }

  async function remove(method: DeliveryMethodFragment): Promise<void> {
    const goOn = await confirm({
      title: `Delete ${method.name}?`,
      text: 'Its fees, limits and days are lost. Orders keep how they are delivered.',
      action: 'Delete the method',
      cancel: 'Keep it',
    })
    if (!goOn) return
    const others = methods.filter(({ code }) => code !== method.code).map(({ code }) => ({ code }))
    await sendAll(others, zone.version).then(() => say(`${method.name} deleted`), sayError)
  }

  return (
    <section class="card" aria-label="Delivery methods">
      {dialog}
      <div class="card-head">
        <h2>Delivery methods</h2>
        {mayChange && edited !== NEW && (
          <button type="button" class="button" onClick={() => setEdited(NEW)}>
            <Icon name="plus" /> Add a method
          </button>
        )}
      </div>
      {methods.length === 0 && edited !== NEW && (
        <p class="quiet">None yet: orders of this zone are not delivered. Add one.</p>
      )}
      <ol class="rows">
        {methods.map((method, index) => (
          <li key={method.code}>
            <div class="row">
              <Summary method={method} />
              {mayChange && (
                <span class="row-actions">
                  <ActiveSwitch
                    name={method.name}
                    isActive={method.active}
                    version={zone.version}
                    change={(active, version) =>
                      sendAll(
                        methods.map(({ code }) => (code === method.code ? { code, active } : { code })),
                        version,
                      )
                    }
                  />
                  <OrderButtons
                    name={method.name}
                    index={index}
                    count={methods.length}
                    isBusy={save.isPending}
                    onMove={(to) => void move(index, to)}
                  />
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={`Delete ${method.name}`}
                    disabled={save.isPending}
                    onClick={() => void remove(method)}
                  >
                    <Icon name="trash" />
                  </button>
                  <button
                    type="button"
                    class="button"
                    aria-expanded={edited === method.code}
                    aria-label={`${edited === method.code ? 'Close' : 'Edit'} ${method.name}`}
                    onClick={() => setEdited(edited === method.code ? null : method.code)}
                  >
                    {edited === method.code ? 'Close' : 'Edit'}
                  </button>
                </span>
              )}
            </div>
            {edited === method.code && (
              <MethodForm key={method.code} zone={zone} method={method} onClose={() => setEdited(null)} />
            )}
          </li>
        ))}
        {edited === NEW && (
          <li>
            <h3>New method</h3>
            <MethodForm key="new" zone={zone} method={null} onClose={() => setEdited(null)} />
          </li>
        )}
      </ol>
    </section>
  )
}

function Summary({ method }: { method: DeliveryMethodFragment }) {
  const formats = useFormats()
  return (
    <div class="row-text">
      <span class="cell-two">
        <strong>
          <bdi>{method.name}</bdi>
        </strong>
        {method.kind === 'PICKUP' && <Badge>Pickup</Badge>}
        {!method.active && <Badge>Off</Badge>}
      </span>
      <span class="quiet">{[feeText(method, formats), daysText(method)].filter(Boolean).join(' · ')}</span>
    </div>
  )
}
