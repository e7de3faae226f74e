import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { discardDrafts, hasDrafts } from '../data/drafts.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { sayError } from '../parts/toasts.tsx'
import { logOut, SESSIONS_KEY, type Session } from './sessions.ts'
import { useStore } from './store-context.tsx'

interface Leaving {
  /** To be rendered: what is asked. */
  dialog: ComponentChildren
  /** Asks first when something is unsaved. */
  logOut(): Promise<void>
  /** All sessions of the key, in other browsers as well. Asks first. */
  logOutEverywhere(): Promise<void>
  /** Of a session that has ended. What is unsaved is there again after the next login. */
  forget(): Promise<void>
}

/** Ends the session of the store, and forgets what was read with it. */
export function useLeave(): Leaving {
  const { store, key } = useStore().session
  const [dialog, confirm] = useConfirm()
  const navigate = useNavigate()
  const client = useQueryClient()
  async function forget(): Promise<void> {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === store })
    await navigate({ to: '/login', search: { store }, ignoreBlocker: true })
    client.setQueryData<Session[]>(SESSIONS_KEY, (known = []) => known.filter((session) => session.store !== store))
  }
  async function leave(everywhere: boolean): Promise<void> {
    try {
      await logOut(store, everywhere)
    } catch (error) {
      sayError(error as Error)
      return
    }
    await forget()
    // Last, since forms that are open note their changes until they are gone.
    discardDrafts(store)
  }
  return {
    dialog,
    forget,
    async logOut() {
      const goOn =
        !hasDrafts(store) ||
        (await confirm({
          title: 'Log out without saving?',
          text: 'What you have changed and not saved will be lost.',
          action: 'Log out',
        }))
      if (goOn) await leave(false)
    },
    async logOutEverywhere() {
      const goOn = await confirm({
        title: 'Log out everywhere?',
        text: `Everybody who is logged in to the console with the key “${key.name}” is logged out, you here as well. The key stays valid. What you have not saved is lost.`,
        action: 'Log out everywhere',
      })
      if (goOn) await leave(true)
    },
  }
}
