import type { Control } from '../../parts/form/record-fields.tsx'
import { money } from '../../parts/form/typed-numbers.ts'
import { Understood } from '../../parts/form/understood.tsx'
import { EntriesField } from '../entries-field.tsx'

export interface TypedService {
  name: string
  description: string
  price: string
}

interface ServicesFieldProps extends Control<readonly TypedService[]> {
  currency: string
}

/** What the store offers besides its products. */
export function ServicesField({ currency, ...props }: ServicesFieldProps) {
  return (
    <EntriesField
      {...props}
      title="Services"
      about="What you offer besides products, such as gift wrapping. The assistant knows them."
      of="service"
      most={200}
      blank={{ name: '', description: '', price: '' }}
    >
      {({ name, description, price }, change, number) => (
        <>
          <div class="form-grid">
            <label class="field">
              <span class="field-label">Name of service {number}</span>
              <input
                class="input"
                value={name}
                maxLength={255}
                onInput={({ currentTarget }) => change({ name: currentTarget.value })}
              />
            </label>
            <label class="field">
              <span class="field-label">Price in {currency}</span>
              <input
                class="input"
                inputMode="decimal"
                value={price}
                onInput={({ currentTarget }) => change({ price: currentTarget.value })}
              />
              <Understood typed={price} kind={money} />
              <span class="field-hint">Empty if there is no fixed one.</span>
            </label>
          </div>
          <label class="field">
            <span class="field-label">Description</span>
            <textarea
              class="input"
              rows={2}
              value={description}
              onInput={({ currentTarget }) => change({ description: currentTarget.value })}
            />
          </label>
        </>
      )}
    </EntriesField>
  )
}
