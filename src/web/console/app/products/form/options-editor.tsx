import { useState } from 'preact/hooks'
import { Icon } from '../../parts/icons.tsx'
import { type Option, type VariantRow, withOption, withoutOption, withoutValue, withValue } from './variant-rows.ts'

interface OptionsEditorProps {
  options: readonly Option[]
  reshape: (change: (rows: VariantRow[]) => VariantRow[]) => void
}

/** Options such as size, with their values. A value more gives a variant more for each combination. */
export function OptionsEditor({ options, reshape }: OptionsEditorProps) {
  return (
    <>
      {options.map((option) => (
        <OptionRow key={option.name} option={option} reshape={reshape} />
      ))}
      <NewOption names={options.map(({ name }) => name)} reshape={reshape} />
    </>
  )
}

function OptionRow({ option: { name, values }, reshape }: { option: Option } & Pick<OptionsEditorProps, 'reshape'>) {
  const [typed, setTyped] = useState('')
  const add = () => {
    const value = typed.trim()
    if (value === '' || values.includes(value)) return
    reshape((rows) => withValue(rows, name, value))
    setTyped('')
  }
  return (
    <fieldset class="option">
      <legend class="field-label">
        <bdi>{name}</bdi>
      </legend>
      <ul class="chips">
        {values.map((value) => (
          <li key={value} class="chip">
            <bdi>{value}</bdi>
            <button
              type="button"
              class="chip-button"
              aria-label={`Remove ${value}`}
              onClick={() => reshape((rows) => withoutValue(rows, name, value))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <AddInput label={`Another value of ${name}`} value={typed} onType={setTyped} onAdd={add} />
      <button type="button" class="button" onClick={() => reshape((rows) => withoutOption(rows, name))}>
        <Icon name="trash" /> Remove option
      </button>
    </fieldset>
  )
}

function NewOption({ names, reshape }: { names: readonly string[] } & Pick<OptionsEditorProps, 'reshape'>) {
  const [name, setName] = useState('')
  const [values, setValues] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const add = () => {
    const list = [...new Set(values.split(',').map((value) => value.trim()))].filter((value) => value !== '')
    const option = name.trim()
    if (option === '' || list.length === 0) return setMistake('Give the option a name, and one value or more.')
    if (names.some((other) => other.toLowerCase() === option.toLowerCase()))
      return setMistake('There is an option of this name already.')
    setMistake(null)
    reshape((rows) => withOption(rows, option, list))
    setName('')
    setValues('')
  }
  return (
    <fieldset class="option">
      <legend class="field-label">{names.length === 0 ? 'Sold in several versions?' : 'Another option'}</legend>
      <label class="option-name">
        <span class="hidden">Name of the option</span>
        <input
          class="input"
          placeholder="Size"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={onEnter(add)}
        />
      </label>
      <AddInput
        label="Its values, with commas between them"
        placeholder="100 g, 250 g, 500 g"
        value={values}
        onType={setValues}
        onAdd={add}
        action="Add option"
      />
      {mistake && (
        <span class="field-mistake" role="alert">
          {mistake}
        </span>
      )}
    </fieldset>
  )
}

interface AddInputProps {
  label: string
  placeholder?: string
  value: string
  onType: (typed: string) => void
  onAdd: () => void
  action?: string
}

function AddInput({ label, placeholder = 'Another value', value, onType, onAdd, action = 'Add' }: AddInputProps) {
  return (
    <span class="option-add">
      <input
        class="input"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={onEnter(onAdd)}
      />
      <button type="button" class="button" onClick={onAdd}>
        <Icon name="plus" /> {action}
      </button>
    </span>
  )
}

/** Enter would save the whole form. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  act()
}
