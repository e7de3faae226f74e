import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import {
  mistakeIn,
  numberOf,
  type TypedKind,
  typedMoney,
  typedNumber,
  understood,
} from '../../parts/form/typed-numbers.ts'
import { Understood } from '../../parts/form/understood.tsx'
import { useFormats } from '../../session/store-context.tsx'

interface CellInputProps {
  /** For screen readers: of which row, and what. */
  label: string
  /** As it stands on the server. */
  value: number | null
  kind: TypedKind
  /** Says what is wrong with a number that could be read, or null. Null is an empty field. */
  check: (typed: number | null) => string | null
  save: (typed: number | null) => Promise<void>
  placeholder?: string
}

/**
 * A value in a table that can be typed over: Enter and leaving save it, Escape takes it back. What is typed is based on
 * the value that was there when the field got the focus, so that a sale or a colleague's change since then is noticed.
 */
export function CellInput({ label, value: stored, kind, check, save, placeholder }: CellInputProps) {
  const { numbers } = useFormats()
  const id = useId()
  const value = kind.isMoney ? typedMoney(stored, numbers) : typedNumber(stored, numbers)
  const [typed, setTyped] = useState(value)
  const [mistake, setMistake] = useState<string | null>(null)
  const latest = useRef({ value, save })
  latest.current = { value, save }
  /** As it was when the field got the focus; null without the focus. */
  const base = useRef<typeof latest.current | null>(null)
  const show = () => {
    setTyped(latest.current.value)
    setMistake(null)
  }
  useLayoutEffect(() => {
    if (!base.current) show()
  }, [value])

  const mistakeOf = (text: string) => mistakeIn(text, numbers, kind) ?? check(numberOf(text, numbers, kind))

  const commit = async () => {
    const before = base.current
    base.current = null
    const text = typed.trim()
    if (!before || text === before.value || text === value) return show()
    const wrong = mistakeOf(text)
    setMistake(wrong)
    if (wrong !== null) return
    await before.save(numberOf(text, numbers, kind))
    // As it is now: refused values are taken back.
    if (!base.current) setTyped(latest.current.value)
  }

  const isUnderstood = typed !== value && understood(typed, numbers, kind) !== null
  const described = [isUnderstood && `${id}-understood`, mistake && `${id}-mistake`].filter(Boolean).join(' ')
  return (
    <span class="cell-edit">
      <input
        class="input cell-input"
        inputMode={kind.decimals === 0 ? 'numeric' : 'decimal'}
        aria-label={label}
        aria-invalid={mistake !== null || undefined}
        aria-describedby={described || undefined}
        placeholder={placeholder}
        autocomplete="off"
        value={typed}
        onFocus={({ currentTarget }) => {
          if (base.current) return
          base.current = latest.current
          currentTarget.select()
        }}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text)
          setMistake(text.trim() === value ? null : mistakeOf(text.trim()))
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          base.current = latest.current
          show()
        }}
        onBlur={({ currentTarget }) => {
          // In another tab or window: what is half typed waits.
          if (document.activeElement === currentTarget) return
          void commit()
        }}
      />
      {isUnderstood && <Understood typed={typed} kind={kind} id={`${id}-understood`} />}
      {mistake && (
        <span class="field-mistake" id={`${id}-mistake`} role="alert">
          {mistake}
        </span>
      )}
    </span>
  )
}

export const checkStock = (stock: number | null): string | null =>
  stock === null || (stock >= 0 && stock < 1_000_000_000)
    ? null
    : 'Type a whole number, or nothing if it is not counted.'
