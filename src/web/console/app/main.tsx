/// <reference lib="dom" />
import { Toast } from '@base-ui/react/toast'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from 'preact'
import type { SessionsAnswer } from '../../../shared/answers.ts'
import { createQueryClient } from './data/query-client.ts'
import { ConfirmAgain } from './parts/confirm-again.tsx'
import { Toasts, toasts } from './parts/toasts.tsx'
import { router } from './router.tsx'
import { endingWith, SESSIONS_KEY, withoutStore } from './session/sessions.ts'

const client = createQueryClient({
  onLoggedOut(store) {
    const known = client.getQueryData<SessionsAnswer>(SESSIONS_KEY)
    if (!known?.sessions.some((session) => session.store === store)) return
    const ended = endingWith(known, store)
    client.setQueryData<SessionsAnswer>(SESSIONS_KEY, withoutStore(known, store))
    client.removeQueries({ predicate: ({ queryKey }) => ended.includes(String(queryKey[0])) })
  },
  onForbidden: () => void client.invalidateQueries({ queryKey: SESSIONS_KEY }),
})

const place = document.getElementById('app')
if (!place) throw new Error('The page has no place for the console')
render(
  <QueryClientProvider client={client}>
    <Toast.Provider toastManager={toasts}>
      <RouterProvider router={router} />
      <ConfirmAgain />
      <Toasts />
    </Toast.Provider>
  </QueryClientProvider>,
  place,
)
