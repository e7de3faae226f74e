import { useState } from 'preact/hooks'
import { say, sayError } from './toasts.tsx'

interface ActiveSwitchProps {
  /** What is switched, such as the code of a discount. */
  name: string
  isActive: boolean
  version: number
  /** Saves it, on the version it is based on. @returns the version that is there now @throws RequestError */
  change: (isActive: boolean, version: number) => Promise<number>
}

/** Switches something on or off at once, with a way back. */
export function ActiveSwitch({ name, isActive, version, change }: ActiveSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  async function set(value: boolean, on: number, isUndo = false): Promise<void> {
    setWanted(value)
    try {
      const now = await change(value, on)
      if (isUndo) say(`${name} is as it was`)
      else say(`${name} switched ${value ? 'on' : 'off'}`, () => void set(!value, now, true))
    } catch (error) {
      sayError(error as Error)
    }
    setWanted(null)
  }
  return (
    <input
      type="checkbox"
      class="switch"
      aria-label={`${name} is switched on`}
      checked={wanted ?? isActive}
      disabled={wanted !== null}
      onChange={({ currentTarget }) => void set(currentTarget.checked, version)}
    />
  )
}
