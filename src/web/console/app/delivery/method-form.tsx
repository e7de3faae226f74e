import { useMemo, useRef } from 'preact/hooks'
import {
  type DeliveryMethodFragment,
  SaveZoneDocument,
  type WholeZoneFragment,
  ZoneDocument,
} from '../../../../generated/console/documents.ts'
import { RequestError, request } from '../data/request.ts'
import { useChange } from '../data/use-data.ts'
import { useRecordForm } from '../parts/form/record-form.tsx'
import { RecordFrame } from '../parts/form/record-frame.tsx'
import { mistakeIn, money, whole } from '../parts/form/typed-numbers.ts'
import { useStore } from '../session/store-context.tsx'
import { ZONE_QUERIES } from './delivery-words.ts'
import { type MethodValues, methodDraft, methodField, methodInput, methodValues } from './method-values.ts'
import { TierGrid } from './tier-grid.tsx'

const kinds = [
  ['DELIVERY', 'It is delivered'],
  ['PICKUP', 'The buyer picks it up'],
] as const

const bases = [
  ['FLAT', 'One fee for every order'],
  ['PRICE', 'By the value of goods'],
  ['WEIGHT', 'By weight'],
] as const

const labels = {
  ...{ name: 'Name', code: 'Code', description: 'Description', kind: 'Kind', active: 'Switched on', basis: 'Fee' },
  ...{ tiers: 'Fees', step: 'Step', stepFee: 'Fee of each step', freeFrom: 'Free from' },
  ...{ minGoods: 'Goods of at least', maxGoods: 'Goods of at most' },
  ...{ minWeight: 'Weight of at least', maxWeight: 'Weight of at most' },
  ...{ minDays: 'First day of delivery', maxDays: 'Last day of delivery' },
  ...{ address: 'Pickup address', hours: 'Opening hours' },
}

interface MethodFormProps {
  zone: WholeZoneFragment
  /** Null for a new one. */
  method: DeliveryMethodFragment | null
  onClose: () => void
}

/** One delivery method. The zone's other methods stay as they are. */
export function MethodForm({ zone, method, onClose }: MethodFormProps) {
  const { session, formats } = useStore()
  const { store, currency } = session
  const { numbers } = formats
  /** The last version of the zone that was seen here: its methods are all sent, and what is left out is deleted. */
  const seen = useRef(zone)
  if (zone.version > seen.current.version) seen.current = zone
  const save = useChange(SaveZoneDocument, { invalidates: ZONE_QUERIES })
  const values = useMemo(() => methodValues(method, numbers), [method, numbers])
  const record = useRecordForm<MethodValues>({
    draft: methodDraft(zone.code, method?.code ?? ''),
    values,
    version: zone.version,
    labels,
    shownAs: {
      tiers: (tiers) => (tiers as MethodValues['tiers']).map(({ from, fee }) => `from ${from}: ${fee}`).join(', '),
    },
    fieldOf: methodField,
    saved: method ? 'Saved' : 'Method added',
    async save(values, version) {
      const entry = methodInput(values, numbers)
      const others = seen.current.methods.map(({ code }) => (code === method?.code ? entry : { code }))
      const methods = method ? others : [...others, entry]
      await save.mutateAsync({ input: { code: zone.code, version, methods } })
      onClose()
    },
    async read() {
      const { shippingZone: theirs } = await request(store, ZoneDocument, { code: zone.code })
      const same = theirs?.methods.find(({ code }) => code === method?.code) ?? null
      if (!theirs || (method && !same)) {
        throw new RequestError('NOT_FOUND', 'This delivery method has been deleted meanwhile.')
      }
      seen.current = theirs
      return { values: methodValues(same, numbers), version: theirs.version }
    },
  })
  const { fields, form } = record
  return (
    <RecordFrame
      record={record}
      label={method ? `Method ${method.name}` : 'New method'}
      mayChange
      save={method ? 'Save' : 'Add method'}
      onCancel={() => {
        record.discard()
        onClose()
      }}
    >
      <div class="form-pairs">
        {fields.text('name', { required: true, maxLength: 100, hint: 'Shoppers see it.' })}
        {!method &&
          fields.text('code', {
            maxLength: 50,
            autocomplete: 'off',
            hint: 'Lower-case letters, digits and hyphens. Empty: made of the name. It cannot be changed later.',
          })}
        {fields.text('description')}
        {fields.select('kind', { options: kinds })}
        {fields.select('basis', { options: bases })}
      </div>
      <form.Subscribe selector={({ values }) => values.kind}>
        {(kind) =>
          kind === 'PICKUP' && (
            <div class="form-pairs">
              {fields.longText('address', { rows: 3 })}
              {fields.text('hours', { maxLength: 200 })}
            </div>
          )
        }
      </form.Subscribe>
      <form.Subscribe selector={({ values }) => values.basis}>
        {(basis) => (
          <>
            <form.Field name="tiers" mode="array">
              {(tiers) => (
                <TierGrid
                  basis={basis}
                  currency={currency}
                  count={tiers.state.value.length}
                  mistake={tiers.state.meta.errors[0]}
                  onAdd={() => tiers.pushValue({ from: '', fee: '' })}
                  onRemove={(index) => void tiers.removeValue(index)}
                  cell={(index, of, label, unit) => {
                    const kind = unit === currency ? money : whole
                    const validators = { onChange: ({ value }: { value: string }) => mistakeIn(value, numbers, kind) }
                    return (
                      <form.AppField name={`tiers[${index}].${of}`} validators={validators}>
                        {(field) => <field.NumberField label={label} unit={unit} kind={kind} />}
                      </form.AppField>
                    )
                  }}
                />
              )}
            </form.Field>
            <div class="form-grid">
              {basis !== 'FLAT' && (
                <>
                  {fields.number('step', {
                    ...(basis === 'WEIGHT' ? { unit: 'g' } : { unit: currency, kind: money }),
                    hint: 'Each begun step beyond the row adds its fee.',
                  })}
                  {fields.money('stepFee')}
                </>
              )}
              {fields.money('freeFrom', { hint: 'The value of goods from which it is free. Empty: never.' })}
            </div>
          </>
        )}
      </form.Subscribe>
      <fieldset class="fields">
        <legend class="field-group">Only for orders of</legend>
        <div class="form-grid">
          {fields.money('minGoods')}
          {fields.money('maxGoods')}
          {fields.number('minWeight', { unit: 'g' })}
          {fields.number('maxWeight', { unit: 'g' })}
        </div>
      </fieldset>
      <fieldset class="fields">
        <legend class="field-group">Days after the order</legend>
        <div class="form-grid">
          {fields.number('minDays', { unit: 'days' })}
          {fields.number('maxDays', { unit: 'days' })}
        </div>
      </fieldset>
      {fields.toggle('active', { hint: 'Shoppers are offered it.' })}
    </RecordFrame>
  )
}
