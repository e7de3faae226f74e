import { useState } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'

interface ConflictField {
  name: string
  label: string
  mine: unknown
  theirs: unknown
}

interface Versions<Values extends Record<string, unknown>> {
  /** What both started from. */
  before: Values
  mine: Values
  theirs: Values
}

/** The fields that were changed here and stand differently there. What only the other person has changed is not asked about. */
export function differencesOf(
  labels: Readonly<Record<string, string | undefined>>,
  { before, mine, theirs }: Versions<Record<string, unknown>>,
): ConflictField[] {
  return Object.entries(labels).flatMap(([name, label]) =>
    label === undefined || isSame(mine[name], theirs[name]) || isSame(mine[name], before[name])
      ? []
      : [{ name, label, mine: mine[name], theirs: theirs[name] }],
  )
}

/** What was changed here over what was changed there, but for the fields that are to stand as they do there. */
export const mergedOf = <Values extends Record<string, unknown>>(
  { before, mine, theirs }: Versions<Values>,
  asTheirs: ReadonlySet<string>,
): Values => ({
  ...theirs,
  ...Object.fromEntries(
    Object.entries(mine).filter(([name, value]) => !asTheirs.has(name) && !isSame(value, before[name])),
  ),
})

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(shown).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

interface ConflictProps {
  fields: readonly ConflictField[]
  /** By field. */
  shownAs?: Readonly<Record<string, ((value: unknown) => string) | undefined>> | undefined
  /** With the fields that are to stand as the other person has saved them. */
  onChoose: (theirs: ReadonlySet<string>) => void
  onClose: () => void
}

/** Another tab, or somebody else, has saved meanwhile: both versions, field by field, to choose from. */
export function Conflict({ fields, shownAs, onChoose, onClose }: ConflictProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (name: string, isTheirs: boolean) =>
    setTheirs((before) => new Set(isTheirs ? [...before, name] : [...before].filter((other) => other !== name)))
  return (
    <Dialog
      title="Changed meanwhile"
      isOpen
      onClose={onClose}
      about="It was saved while you were editing. Choose what should stand; what is not listed here stays as it was saved."
    >
      <table class="table conflict" aria-label="Both versions">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, label, mine, theirs: other }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              {[mine, other].map((value, index) => {
                const isTheirs = index === 1
                return (
                  <td key={isTheirs ? 'theirs' : 'mine'}>
                    <label class="choice">
                      <input
                        type="radio"
                        name={name}
                        checked={theirs.has(name) === isTheirs}
                        onChange={() => choose(name, isTheirs)}
                      />
                      <bdi>{(shownAs?.[name] ?? shown)(value)}</bdi>
                    </label>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Keep editing
        </button>
        <button type="button" class="button button-main" onClick={() => onChoose(theirs)}>
          Save this
        </button>
      </div>
    </Dialog>
  )
}
