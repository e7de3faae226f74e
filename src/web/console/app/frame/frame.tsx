import { Outlet, useLocation, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLiveOrders } from '../data/live-orders.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { StoreProvider } from '../session/store-context.tsx'
import { useSessions } from '../session/use-sessions.ts'
import { Finder } from './finder.tsx'
import { Navigation } from './navigation.tsx'
import { NoRole } from './no-role.tsx'
import { Suspended } from './suspended.tsx'

/** Around every place of a store: navigation, what Ctrl-K opens, and news of orders. */
export function Frame() {
  const { store } = useParams({ from: '/s/$store' })
  const { href } = useLocation()
  const { data: known, error, refetch } = useSessions()
  if (!known) {
    return <main class="door">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />}</main>
  }
  const { person, sessions } = known
  const session = sessions.find((one) => one.store === store)
  if (!session) return person ? <NoRole store={store} email={person.email} /> : <ToLogIn store={store} next={href} />
  return (
    <StoreProvider key={store} session={session}>
      <LiveOrders />
      <div class="frame">
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Navigation sessions={sessions} />
        <main class="content" id="content" tabindex={-1}>
          {session.suspended && <Suspended />}
          <Outlet />
        </main>
      </div>
      <Finder />
      <FocusOnTitle />
    </StoreProvider>
  )
}

/** Once: the address that is left changes while the page for logging in loads. */
function ToLogIn({ store, next }: { store: string; next: string }) {
  const navigate = useNavigate()
  const [search] = useState({ store, next })
  useEffect(() => {
    void navigate({ to: '/log-in', search, replace: true })
  }, [navigate, search])
  return <Loading />
}

function LiveOrders() {
  useLiveOrders()
  return null
}

/** So that screen readers say where one is now, and the keyboard starts there. */
function FocusOnTitle() {
  // The address changes at once, but the page only when its script is there.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(path)
  useEffect(() => {
    const isFirst = last.current === undefined
    const isSame = last.current === path
    last.current = path
    // Who has already gone to a field of the new page stays there.
    if (isFirst || isSame || document.activeElement?.matches('input, select, textarea')) return
    document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true })
  }, [path])
  return null
}
