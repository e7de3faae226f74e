/// <reference lib="dom" />
import { useState } from 'preact/hooks'
import { browserCountry, proposedZone } from './proposals.ts'

/** By the names of what is sent. */
export interface Typed {
  code: string
  email: string
  password: string
  'shop.name': string
  'shop.subdomain': string
  'shop.country': string
  'shop.time_zone': string
}

const PLACE = 'console:set-up'

/** Neither the code nor the password, which are nowhere but in their fields. */
const kept = ['email', 'shop.name', 'shop.subdomain', 'shop.country', 'shop.time_zone'] as const

/**
 * What is typed into the page, which survives that somebody looks for the code in another window of a phone.
 * @returns it, what types into a field, and what forgets all of it
 */
export function useTyped(): [Typed, (name: keyof Typed, value: string) => void, () => void] {
  const [typed, setTyped] = useState<Typed>(() => ({ ...proposed(), ...before() }))
  const type = (name: keyof Typed, value: string) =>
    setTyped((last) => {
      const now = { ...last, [name]: value }
      sessionStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept.map((field) => [field, now[field]]))))
      return now
    })
  return [typed, type, () => sessionStorage.removeItem(PLACE)]
}

function proposed(): Typed {
  const country = browserCountry()
  return {
    ...{ code: '', email: '', password: '', 'shop.name': '', 'shop.subdomain': '' },
    ...{ 'shop.country': country, 'shop.time_zone': proposedZone(country) },
  }
}

function before(): Partial<Typed> {
  try {
    const found: Record<string, unknown> = JSON.parse(sessionStorage.getItem(PLACE) ?? '{}')
    return Object.fromEntries(kept.flatMap((name) => (typeof found[name] === 'string' ? [[name, found[name]]] : [])))
  } catch {
    return {}
  }
}
