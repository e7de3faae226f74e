import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import type { SessionAnswer } from '../../../../shared/answers.ts'
import { type Formats, formatsOf } from '../parts/formats.ts'

interface OpenStore {
  session: SessionAnswer
  formats: Formats
}

const Context = createContext<OpenStore | null>(null)

/** Everything below is of the session's store. */
export function StoreProvider({ session, children }: { session: SessionAnswer; children: ComponentChildren }) {
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

export const mayChange = ({ viewer }: SessionAnswer, scope: Scope): boolean => viewer.scopes.includes(scope)

/** Places that the key or the role does not open are not offered. */
export const maySee = (session: SessionAnswer, scope: Scope): boolean =>
  mayChange(session, scope) || session.viewer.scopes.includes('read') || session.viewer.reads.includes(scope)

/** Whether what the store sells is shown: revenue, plots, best sellers. */
export const seesFigures = (session: SessionAnswer): boolean => session.viewer.figures && maySee(session, 'orders')

/** Whether the key or the role may change what has this scope; without it, pages only show. */
export const useMayChange = (scope: Scope): boolean => mayChange(useStore().session, scope)
