import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import {
  DiscountDocument,
  type DiscountRowFragment,
  SaveDiscountDocument,
} from '../../../../generated/console/documents.ts'
import { request } from '../data/request.ts'
import { useChange } from '../data/use-data.ts'
import { useRecordForm } from '../parts/form/record-form.tsx'
import { RecordFrame } from '../parts/form/record-frame.tsx'
import { percentage } from '../parts/form/typed-numbers.ts'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { type DiscountValues, discountFormat, discountInput, discountValues } from './discount-values.ts'
import { DISCOUNT_QUERIES } from './discount-words.tsx'

const kinds = [
  ['PERCENT', 'A percentage'],
  ['FIXED', 'An amount'],
] as const

/** @param discount null for a new one */
export function DiscountForm({ discount }: { discount: DiscountRowFragment | null }) {
  const { session, formats } = useStore()
  const { store } = session
  const { timeZone, numbers } = formats
  const mayChange = useMayChange('marketing')
  const navigate = useNavigate()
  const save = useChange(SaveDiscountDocument, { invalidates: DISCOUNT_QUERIES })
  const values = useMemo(() => discountValues(discount, timeZone, numbers), [discount, numbers, timeZone])
  const format = discountFormat(discount, timeZone)
  const record = useRecordForm<DiscountValues>({
    draft: discount ? `discount:${discount.code}` : 'new-discount',
    values,
    version: discount?.version ?? null,
    labels: format.labels,
    kinds: format.kinds,
    saved: discount ? 'Saved' : 'Discount created',
    async save(values, version) {
      const input = { ...discountInput(values, discount, timeZone, numbers), version }
      const { upsertDiscount } = await save.mutateAsync({ input })
      if (!discount && upsertDiscount) {
        const { code } = upsertDiscount
        await navigate({ to: '/s/$store/discounts/$code', params: { store, code }, replace: true })
      }
    },
    async read() {
      const { discount: theirs } = await request(store, DiscountDocument, { code: discount?.code ?? '' })
      return { values: discountValues(theirs ?? null, timeZone, numbers), version: theirs?.version ?? 0 }
    },
  })
  const { fields, form } = record
  return (
    <RecordFrame
      record={record}
      label={discount ? `Discount ${discount.code}` : 'New discount'}
      mayChange={mayChange}
      save={discount ? 'Save' : 'Create discount'}
    >
      <fieldset class="card fields">
        <legend class="hidden">What it gives</legend>
        {!discount &&
          fields.text('code', {
            required: true,
            maxLength: 50,
            autocomplete: 'off',
            hint: 'What shoppers enter, such as MONSOON10. Upper and lower case are the same. It cannot be changed later.',
          })}
        <div class="form-pairs">
          {fields.select('type', { options: kinds })}
          <form.Subscribe selector={({ values }) => values.type}>
            {(type) =>
              type === 'PERCENT'
                ? fields.number('value', { required: true, unit: '%', kind: percentage })
                : fields.money('value', { required: true })
            }
          </form.Subscribe>
          {fields.money('minSubtotal', { hint: 'Empty: for every cart.' })}
          {fields.money('maxDiscount', { hint: 'Empty: no limit.' })}
        </div>
      </fieldset>
      <fieldset class="card fields">
        <legend class="hidden">When it can be used</legend>
        <div class="form-pairs">
          {fields.number('usageLimit', { hint: 'Empty: no limit.' })}
          {fields.number('perCustomerLimit', { hint: 'Empty: no limit.' })}
          {fields.text('startsAt', { type: 'datetime-local', hint: 'Empty: at once.' })}
          {fields.text('endsAt', { type: 'datetime-local', hint: 'Empty: no end.' })}
        </div>
        <p class="quiet">Times are those of the store’s clock, {timeZone}.</p>
        {fields.toggle('active', { hint: 'Shoppers can use the code while it is valid.' })}
      </fieldset>
    </RecordFrame>
  )
}
