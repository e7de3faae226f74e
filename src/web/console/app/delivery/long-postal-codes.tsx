import { useState } from 'preact/hooks'
import { SetPostalCodesDocument, type WholeZoneFragment } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { Failure } from '../parts/failure.tsx'
import { useAppForm } from '../parts/form/fields.tsx'
import { countOf } from '../parts/formats.ts'
import { say, sayError } from '../parts/toasts.tsx'
import { useMayChange } from '../session/store-context.tsx'
import { ZONE_QUERIES } from './delivery-words.ts'
import { entriesOf } from './zone-values.ts'

const MOST_SHOWN = 50

type Change = { add?: string[]; remove?: string[] }

/** A list of postal codes that is too long to be typed: entries are added and removed, and looked up. */
export function LongPostalCodes({ zone, excluded }: { zone: WholeZoneFragment; excluded: boolean }) {
  const mayChange = useMayChange('settings')
  const entries = listOf(zone, excluded)
  const title = excluded ? 'Excluded postal codes' : 'Postal codes'
  return (
    <section class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
        <span class="quiet">{countOf(entries.length, 'entry', 'entries')}</span>
      </div>
      <div class="form-pairs">
        <LookUp entries={entries} />
        {mayChange && <AddAndRemove zone={zone} excluded={excluded} />}
      </div>
    </section>
  )
}

const listOf = (zone: WholeZoneFragment, excluded: boolean) => (excluded ? zone.excludedCodes : zone.postalCodes)

function LookUp({ entries }: { entries: readonly string[] }) {
  const [typed, setTyped] = useState('')
  // As the server writes entries.
  const text = typed.toUpperCase().replace(/[\s]/g, '')
  const found = text === '' ? [] : entries.filter((entry) => entry.includes(text))
  return (
    <div class="form">
      <label class="field">
        <span class="field-label">Find an entry</span>
        <input
          class="input"
          type="search"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      {text !== '' && (
        <p class="codes" role="status">
          {found.length === 0 && 'None of the entries has this in it.'}
          {found.slice(0, MOST_SHOWN).map((entry) => (
            <code key={entry}>{entry}</code>
          ))}
          {found.length > MOST_SHOWN && ` and ${countOf(found.length - MOST_SHOWN, 'more entry', 'more entries')}`}
        </p>
      )}
    </div>
  )
}

function AddAndRemove({ zone, excluded }: { zone: WholeZoneFragment; excluded: boolean }) {
  const change = useChange(SetPostalCodesDocument, { invalidates: ZONE_QUERIES })
  const form = useAppForm({ defaultValues: { entries: '' } })

  /** Undone is what has changed indeed: an entry that was there before stays there. */
  async function send(wanted: Change, before: readonly string[]): Promise<readonly string[] | null> {
    const { setPostalCodes } = await change.mutateAsync({ zone: zone.code, excluded, ...wanted })
    if (!setPostalCodes) return null
    const after = listOf(setPostalCodes, excluded)
    const [had, has] = [new Set(before), new Set(after)]
    const added = after.filter((entry) => !had.has(entry))
    const removed = before.filter((entry) => !has.has(entry))
    const parts = [
      ...(added.length > 0 ? [`${countOf(added.length, 'entry', 'entries')} added`] : []),
      ...(removed.length > 0 ? [`${countOf(removed.length, 'entry', 'entries')} removed`] : []),
    ]
    if (parts.length === 0) say('Nothing has changed')
    else say(parts.join(', '), () => void send({ add: removed, remove: added }, after).catch(sayError))
    return after
  }

  const press = async (of: 'add' | 'remove') => {
    const typed = form.state.values.entries
    const entries = entriesOf(typed)
    if (entries.length === 0) return
    await send({ [of]: entries }, listOf(zone, excluded)).then(
      // The next ones may be typed already.
      () => form.state.values.entries === typed && form.reset(),
      () => {},
    )
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void press('add')
      }}
    >
      {change.error && <Failure error={change.error} />}
      <form.AppField name="entries">
        {(field) => (
          <field.LongTextField
            label="Add or remove entries"
            rows={4}
            hint="One on each line: a code, a prefix such as 5600*, or a range such as 560001-560099."
          />
        )}
      </form.AppField>
      <div class="form-actions">
        <button type="submit" class="button button-main" disabled={change.isPending}>
          Add
        </button>
        <button type="button" class="button" disabled={change.isPending} onClick={() => void press('remove')}>
          Remove
        </button>
      </div>
    </form>
  )
}
