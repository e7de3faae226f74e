import { useId, useState } from 'preact/hooks'

interface TaxClassesProps {
  classes: readonly string[]
  /** In percent, as typed. */
  rates: Readonly<Record<string, string>>
  isDisabled: boolean
  onRates: (rates: Record<string, string>) => void
}

/** Asks for the rates of another platform's tax classes, which its export does not have. */
export function TaxClasses({ classes, rates, isDisabled, onRates }: TaxClassesProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const id = useId()
  if (classes.length === 0) return null
  return (
    <form
      class="card"
      aria-label="Tax classes"
      onSubmit={(event) => {
        event.preventDefault()
        onRates({ ...rates, ...typed })
      }}
    >
      <h2>Tax classes of the export</h2>
      <p class="quiet">The export names them, but not their rates.</p>
      {classes.map((name) => (
        <div key={name} class="field">
          <label class="field-label" for={`${id}-${name}`}>
            <bdi>{name}</bdi>, in percent
          </label>
          <input
            id={`${id}-${name}`}
            class="input"
            inputmode="decimal"
            required
            pattern="[0-9]{1,3}([.][0-9]{1,4})?"
            title="A rate such as 5 or 5.5"
            disabled={isDisabled}
            value={typed[name] ?? rates[name] ?? ''}
            onInput={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
          />
        </div>
      ))}
      <div class="form-actions">
        <button type="submit" class="button" disabled={isDisabled}>
          Use these rates
        </button>
      </div>
    </form>
  )
}
