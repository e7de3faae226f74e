import type { ComponentChildren } from 'preact'
import type { Control } from '../parts/form/record-fields.tsx'
import { Icon } from '../parts/icons.tsx'
import { Mistake } from './mistake.tsx'

interface EntriesFieldProps<Entry> extends Control<readonly Entry[]> {
  title: string
  about?: ComponentChildren
  /** What one is called, such as `link`. */
  of: string
  /** As many as the server takes. */
  most: number
  blank: Entry
  /** The controls of an entry. @param number from 1 */
  children: (entry: Entry, change: (part: Partial<Entry>) => void, number: number) => ComponentChildren
}

/** A list whose entries are added, changed and removed in place. */
export function EntriesField<Entry>(props: EntriesFieldProps<Entry>) {
  const { title, about, of, value, onChange, errors, most, blank, children } = props
  return (
    <fieldset class="checks">
      <legend>{title}</legend>
      {about && <p class="quiet">{about}</p>}
      <ul class="entries">
        {value.map((entry, at) => (
          <li key={at} class="entry">
            {children(entry, (part) => onChange(value.toSpliced(at, 1, { ...entry, ...part })), at + 1)}
            <div>
              <button
                type="button"
                class="button"
                aria-label={`Remove ${of} ${at + 1}`}
                onClick={() => onChange(value.toSpliced(at, 1))}
              >
                <Icon name="trash" /> Remove
              </button>
            </div>
          </li>
        ))}
      </ul>
      {value.length < most && (
        <div>
          <button type="button" class="button" onClick={() => onChange([...value, blank])}>
            <Icon name="plus" /> Add a {of}
          </button>
        </div>
      )}
      <Mistake errors={errors} />
    </fieldset>
  )
}
