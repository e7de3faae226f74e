/// <reference lib="dom" />
import { Toast } from '@base-ui/react/toast'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from 'preact'
import { createQueryClient } from './data/query-client.ts'
import { Toasts, toasts } from './parts/toasts.tsx'
import { router } from './router.tsx'
import { SESSIONS_KEY, type Session } from './session/sessions.ts'

const client = createQueryClient((store) => {
  const has = client.getQueryData<Session[]>(SESSIONS_KEY)?.some((session) => session.store === store)
  if (!has) return
  client.setQueryData<Session[]>(SESSIONS_KEY, (sessions = []) => sessions.filter((session) => session.store !== store))
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === store })
})

const place = document.getElementById('app')
if (!place) throw new Error('The page has no place for the console')
render(
  <QueryClientProvider client={client}>
    <Toast.Provider toastManager={toasts}>
      <RouterProvider router={router} />
      <Toasts />
    </Toast.Provider>
  </QueryClientProvider>,
  place,
)
