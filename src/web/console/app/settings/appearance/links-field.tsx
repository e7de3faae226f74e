import type { Control } from '../../parts/form/record-fields.tsx'
import { EntriesField } from '../entries-field.tsx'

export interface TypedLink {
  label: string
  url: string
}

/** To pages of the owner, at the foot of each page of the shop. */
export function LinksField(props: Control<readonly TypedLink[]>) {
  return (
    <EntriesField
      {...props}
      title="Links at the foot of each page"
      about={
        props.value.length === 0 &&
        'None yet. Add your terms, privacy notice or imprint: /pages/terms is your page with that slug.'
      }
      of="link"
      most={20}
      blank={{ label: '', url: '' }}
    >
      {({ label, url }, change, number) => (
        <>
          <label class="field">
            <span class="field-label">Text of link {number}</span>
            <input
              class="input"
              value={label}
              maxLength={60}
              onInput={({ currentTarget }) => change({ label: currentTarget.value })}
            />
          </label>
          <label class="field">
            <span class="field-label">Address of link {number}</span>
            <input
              class="input"
              value={url}
              placeholder="https://"
              onInput={({ currentTarget }) => change({ url: currentTarget.value })}
            />
          </label>
        </>
      )}
    </EntriesField>
  )
}
