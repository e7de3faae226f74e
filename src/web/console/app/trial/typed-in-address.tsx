import { useEffect, useRef, useState } from 'preact/hooks'
import { useFilters } from '../parts/filters.tsx'
import { useLater } from '../parts/use-later.ts'

const WAIT_MS = 300

/** A text that goes into the address once nothing more is typed. */
export function TypedInAddress({
  name,
  label,
  value = '',
  inputmode,
  placeholder,
}: {
  name: string
  label: string
  value?: string | undefined
  inputmode?: 'numeric'
  placeholder?: string
}) {
  const [typed, setTyped] = useState(value)
  const later = useLater(typed, WAIT_MS)
  const choose = useFilters()
  const last = useRef(value)
  useEffect(() => {
    if (later.trim() === last.current) return
    last.current = later.trim()
    choose({ [name]: later.trim() || undefined })
  }, [later])
  useEffect(() => {
    if (value === last.current) return
    last.current = value
    setTyped(value)
  }, [value])
  return (
    <label class="field">
      <span class="field-label">{label}</span>
      <input
        class="input"
        autocomplete="off"
        inputMode={inputmode}
        placeholder={placeholder}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </label>
  )
}
