import { Icon } from '../../parts/icons.tsx'
import type { ProductValues } from './product-values.ts'

type Attributes = ProductValues['attributes']

interface AttributesEditorProps {
  value: Attributes
  onChange: (value: Attributes) => void
}

/** Names and values, in the order in which the shop shows them. */
export function AttributesEditor({ value, onChange }: AttributesEditorProps) {
  const set = (at: number, change: Partial<Attributes[number]>) =>
    onChange(value.map((attribute, index) => (index === at ? { ...attribute, ...change } : attribute)))
  return (
    <div class="form">
      {value.map(({ name, value: text }, at) => (
        <div key={at} class="attribute-row">
          <label>
            <span class="hidden">Name of attribute {at + 1}</span>
            <input
              class="input"
              placeholder="Origin"
              dir="auto"
              value={name}
              onInput={({ currentTarget }) => set(at, { name: currentTarget.value })}
            />
          </label>
          <label>
            <span class="hidden">Value of attribute {at + 1}</span>
            <input
              class="input"
              placeholder="Assam"
              dir="auto"
              value={text}
              onInput={({ currentTarget }) => set(at, { value: currentTarget.value })}
            />
          </label>
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove attribute ${name || at + 1}`}
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <div>
        <button type="button" class="button" onClick={() => onChange([...value, { name: '', value: '' }])}>
          <Icon name="plus" /> Add attribute
        </button>
      </div>
    </div>
  )
}
