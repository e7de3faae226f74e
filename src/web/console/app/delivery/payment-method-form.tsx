import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import {
  PaymentMethodDocument,
  SavePaymentMethodDocument,
  WhereOfferedDocument,
  type WholePaymentMethodFragment,
} from '../../../../generated/console/documents.ts'
import { RequestError, request } from '../data/request.ts'
import { useChange, useData } from '../data/use-data.ts'
import { useRecordForm } from '../parts/form/record-form.tsx'
import { RecordFrame } from '../parts/form/record-frame.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { Choices } from './choices.tsx'
import { type PaymentValues, paymentFormat, paymentInput } from './payment-values.ts'
import { PAYMENT_QUERIES, paymentKinds } from './payment-words.ts'

const confirming = [
  ['AUTO', 'The checkout: it can be shipped at once'],
  ['OWNER', 'You, for each order'],
] as const

/** @param method null for a new one */
export function PaymentMethodForm({ method }: { method: WholePaymentMethodFragment | null }) {
  const { session, formats } = useStore()
  const { store } = session
  const { numbers } = formats
  const mayChange = useMayChange('settings')
  const navigate = useNavigate()
  const save = useChange(SavePaymentMethodDocument, { invalidates: PAYMENT_QUERIES })
  const { data: where } = useData(WhereOfferedDocument, {})
  const values = useMemo(() => paymentFormat.valuesOf(method, numbers), [method, numbers])
  const record = useRecordForm<PaymentValues>({
    draft: method ? `payment-method:${method.code}` : 'new-payment-method',
    values,
    version: method?.version ?? null,
    labels: paymentFormat.labels,
    kinds: paymentFormat.kinds,
    fieldOf: (path) => path.replace(/\[.*$/, ''),
    saved: method ? 'Saved' : 'Payment method created',
    async save(values, version) {
      const input = { ...paymentInput(values, method?.code, numbers), version }
      const { upsertPaymentMethod } = await save.mutateAsync({ input })
      if (!method && upsertPaymentMethod) {
        const { code } = upsertPaymentMethod
        await navigate({ to: '/s/$store/payment-methods/$code', params: { store, code }, replace: true })
      }
    },
    async read() {
      const { paymentMethod: theirs } = await request(store, PaymentMethodDocument, { code: method?.code ?? '' })
      if (!theirs) throw new RequestError('NOT_FOUND', 'This payment method is no longer there.')
      return { values: paymentFormat.valuesOf(theirs, numbers), version: theirs.version }
    },
  })
  const { fields, form } = record
  const zones = (where?.shippingZones ?? []).map(({ code, name }) => [code, name] as const)
  const deliveries = new Map(
    (where?.shippingZones ?? []).flatMap(({ methods }) => methods.map(({ code, name }) => [code, name] as const)),
  )
  return (
    <RecordFrame
      record={record}
      label={method ? `Payment method ${method.name}` : 'New payment method'}
      mayChange={mayChange}
      save={method ? 'Save' : 'Create payment method'}
    >
      <fieldset class="card fields">
        <legend class="hidden">What shoppers see</legend>
        <div class="form-pairs">
          {fields.text('name', { required: true, maxLength: 100, hint: 'Shoppers see it.' })}
          {!method &&
            fields.text('code', {
              maxLength: 50,
              autocomplete: 'off',
              hint: 'Lower-case letters, digits and hyphens. Empty: made of the name. It cannot be changed later.',
            })}
          <form.AppField
            name="kind"
            listeners={{
              // What fits the kind, as the server would choose it; either can be changed afterwards.
              onChange: ({ value }) => {
                if (method) return
                form.setFieldValue('confirm', value === 'COD' ? 'AUTO' : 'OWNER')
                form.setFieldValue('paidOnDelivery', value === 'COD')
              },
            }}
          >
            {(field) => <field.SelectField label="Kind" options={paymentKinds} />}
          </form.AppField>
          {fields.money('fee', { hint: 'A part of the shipping fee.' })}
        </div>
        {fields.longText('instructions', { rows: 3, hint: 'What the buyer has to do, shown after checkout.' })}
        {fields.toggle('active', { hint: 'Shoppers are offered it.' })}
      </fieldset>
      <fieldset class="card fields">
        <legend class="hidden">Who is offered it</legend>
        <h2>Who is offered it</h2>
        <div class="form-pairs">
          {fields.money('minTotal', { hint: 'Before the fee. Empty: no limit.' })}
          {fields.money('maxTotal', { hint: 'Before the fee. Empty: no limit.' })}
          {fields.custom('zones', (control) => (
            <Choices label="Zones" hint="None: all." options={zones} add="Add a zone" {...control} />
          ))}
          {fields.custom('deliveryMethods', (control) => (
            <Choices
              label="Delivery methods"
              hint="None: all."
              options={[...deliveries]}
              add="Add a delivery method"
              {...control}
            />
          ))}
          {fields.longText('postalCodes', {
            rows: 3,
            hint: 'One on each line: a code, a prefix such as 5600*, or a range. Empty: all.',
          })}
          {fields.number('maxRefusals', {
            hint: 'How many a phone may have refused and still be offered it. Empty: no limit.',
          })}
        </div>
        {fields.toggle('signedIn')}
      </fieldset>
      <fieldset class="card fields">
        <legend class="hidden">What becomes of an order</legend>
        <h2>What becomes of an order</h2>
        <div class="form-pairs">
          {fields.select('confirm', { options: confirming })}
          {fields.money('confirmAboveTotal', { hint: 'Greater orders wait for you in any case. Empty: none.' })}
          {fields.number('confirmAboveUnits', { hint: 'So do orders of more units. Empty: none.' })}
          {fields.number('holdHours', {
            unit: 'hours',
            hint: 'How long an order waits for you, 1 to 72. Then it runs out.',
          })}
        </div>
        {fields.toggle('paidOnDelivery', {
          hint: 'Marking an order as delivered also records what is due as paid.',
        })}
      </fieldset>
    </RecordFrame>
  )
}
