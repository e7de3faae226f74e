import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { type Formats, formatsOf } from '../parts/formats.ts'
import type { Session } from './sessions.ts'

interface OpenStore {
  session: Session
  formats: Formats
}

const Context = createContext<OpenStore | null>(null)

/** Everything below is of the session's store. */
export function StoreProvider({ session, children }: { session: Session; children: ComponentChildren }) {
  const { currency, time_zone: timeZone, country } = session
  const formats = useMemo(() => formatsOf({ currency, timeZone, country }), [currency, timeZone, country])
  const value = useMemo(() => ({ session, formats }), [session, formats])
  return <Context.Provider value={value}>{children}</Context.Provider>
}

export function useStore(): OpenStore {
  const context = useContext(Context)
  if (!context) throw new Error('No store is open here')
  return context
}

export const useFormats = (): Formats => useStore().formats

/** Its subdomain. */
export const useStoreName = (): string => useStore().session.store

export type Scope = 'catalogue' | 'orders' | 'money' | 'customers' | 'marketing' | 'settings'

export const mayChange = ({ key }: Session, scope: Scope): boolean =>
  key.scopes.length === 0 || key.scopes.includes(scope)

/** Places that the session's key does not open are not offered. */
export const maySee = (session: Session, scope: Scope): boolean =>
  mayChange(session, scope) || session.key.scopes.includes('read')

/** Whether the session's key may change what has this scope; without it, pages only show. */
export const useMayChange = (scope: Scope): boolean => mayChange(useStore().session, scope)
