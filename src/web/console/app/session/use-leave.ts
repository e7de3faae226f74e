import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import type { SessionsAnswer } from '../../../../shared/answers.ts'
import { discardDrafts, hasDrafts } from '../data/drafts.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { sayError } from '../parts/toasts.tsx'
import { endingWith, logOut, logOutOfStore, SESSIONS_KEY, withoutStore } from './sessions.ts'
import { useStore } from './store-context.tsx'

interface Leaving {
  /** To be rendered: what is asked. */
  dialog: ComponentChildren
  /** Asks first when something is unsaved. */
  logOut(): Promise<void>
  /** All sessions of the key or the person, in other browsers as well. Asks first. */
  logOutEverywhere(): Promise<void>
  /** Of a session that has ended. What is unsaved is there again after the next login. */
  forget(): Promise<void>
}

/** Ends the session of the store, and forgets what was read with it: a person's is of all their stores. */
export function useLeave(): Leaving {
  const { store, viewer } = useStore().session
  const isPerson = viewer.kind === 'person'
  const [dialog, confirm] = useConfirm()
  const navigate = useNavigate()
  const client = useQueryClient()
  const ended = (): string[] => {
    const known = client.getQueryData<SessionsAnswer>(SESSIONS_KEY)
    return known ? endingWith(known, store) : [store]
  }
  async function forget(): Promise<void> {
    const stores = ended()
    client.removeQueries({ predicate: ({ queryKey }) => stores.includes(String(queryKey[0])) })
    await navigate({ to: '/log-in', search: isPerson ? {} : { store, with: 'key' }, ignoreBlocker: true })
    client.setQueryData<SessionsAnswer>(SESSIONS_KEY, (known) => known && withoutStore(known, store))
  }
  async function leave(everywhere: boolean): Promise<void> {
    const stores = ended()
    try {
      await (isPerson ? logOut(everywhere) : logOutOfStore(store, everywhere))
    } catch (error) {
      sayError(error as Error)
      return
    }
    await forget()
    // Last, since forms that are open note their changes until they are gone.
    for (const left of stores) discardDrafts(left)
  }
  return {
    dialog,
    forget,
    async logOut() {
      const goOn =
        !ended().some(hasDrafts) ||
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
        text: isPerson
          ? 'You are logged out of all your stores, here and in every other browser. What you have not saved is lost.'
          : `Everybody who is logged in to the console with the key “${viewer.name}” is logged out, you here as well. The key stays valid. What you have not saved is lost.`,
        action: 'Log out everywhere',
      })
      if (goOn) await leave(true)
    },
  }
}
