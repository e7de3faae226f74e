import { useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'preact/hooks'
import { discardDrafts, hasDrafts } from '../data/drafts.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Failure } from '../parts/failure.tsx'
import { Icon } from '../parts/icons.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { sayError } from '../parts/toasts.tsx'
import { logOut, SESSIONS_KEY, storesOfPerson } from '../session/sessions.ts'
import { useSessions } from '../session/use-sessions.ts'
import { EmailForm } from './email-form.tsx'
import { MySessions } from './my-sessions.tsx'
import { MyStores } from './my-stores.tsx'
import { PasswordForm } from './password-form.tsx'
import { TotpCard } from './totp-card.tsx'
import { useMe } from './use-me.ts'

/** Of whoever is logged in as a person: who they are, where they work, their password and sessions. */
export default function MePage() {
  const query = useMe()
  const { data: known } = useSessions()
  useEffect(() => {
    document.title = 'You · Console'
  }, [])
  const hasEnded = known?.person === null || query.error?.code === 'UNAUTHENTICATED'
  if (hasEnded) return <Navigate to="/log-in" search={{ next: '/me' }} replace />
  const [only, another] = known?.sessions ?? []
  return (
    <div class="alone">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="alone-head">
        <Link to="/">
          <Icon name="left" />
          {only && !another ? <bdi>{only.business_name}</bdi> : 'Your stores'}
        </Link>
        <LogOut />
      </header>
      <main class="page" id="content" tabindex={-1}>
        <h1>You</h1>
        <QueryView query={query}>
          {({ me }) =>
            me ? (
              <>
                <section class="card">
                  <dl class="facts">
                    <div>
                      <dt>Name</dt>
                      <dd>
                        <bdi>{me.name}</bdi>
                      </dd>
                    </div>
                    <div>
                      <dt>Email</dt>
                      <dd>
                        <bdi>{me.email}</bdi>
                      </dd>
                    </div>
                  </dl>
                </section>
                <MyStores me={me} />
                <EmailForm email={me.email} />
                <PasswordForm email={me.email} />
                <TotpCard me={me} />
                <MySessions me={me} />
              </>
            ) : (
              <Failure error={new Error('Your account could not be read.')} onRetry={() => void query.refetch()} />
            )
          }
        </QueryView>
      </main>
    </div>
  )
}

function LogOut() {
  const [dialog, confirm] = useConfirm()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: known } = useSessions()
  async function leave(): Promise<void> {
    const stores = storesOfPerson(known?.sessions ?? [])
    const goOn =
      !stores.some(hasDrafts) ||
      (await confirm({
        title: 'Log out without saving?',
        text: 'What you have changed and not saved will be lost.',
        action: 'Log out',
      }))
    if (!goOn) return
    try {
      await logOut(false)
    } catch (error) {
      sayError(error as Error)
      return
    }
    for (const store of stores) discardDrafts(store)
    await navigate({ to: '/log-in' })
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSIONS_KEY[0] })
    await client.invalidateQueries({ queryKey: SESSIONS_KEY })
  }
  return (
    <>
      {dialog}
      <button type="button" class="button" onClick={() => void leave()}>
        <Icon name="out" /> Log out
      </button>
    </>
  )
}
