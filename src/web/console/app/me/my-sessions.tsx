import { EndOtherSessionsDocument, EndSessionDocument } from '../../../../generated/console/person-documents.ts'
import { Badge } from '../parts/badge.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { countOf, timesOf } from '../parts/formats.ts'
import { say, sayError } from '../parts/toasts.tsx'
import { browserWords } from './browser-words.ts'
import { type Me, useMyChange } from './use-me.ts'

/** Where the person is logged in, this browser first. */
export function MySessions({ me: { sessions } }: { me: Me }) {
  const [dialog, confirm] = useConfirm()
  const ending = useMyChange(EndSessionDocument)
  const endingOthers = useMyChange(EndOtherSessionsDocument)
  const times = timesOf()
  const shown = sessions.toSorted(
    (one, other) => Number(other.isCurrent) - Number(one.isCurrent) || (one.lastUsedAt < other.lastUsedAt ? 1 : -1),
  )
  async function endOthers(): Promise<void> {
    const goOn = await confirm({
      title: 'Log out everywhere else?',
      text: 'Every other browser in which you are logged in is logged out. What is not saved there is lost.',
      action: 'Log out everywhere else',
    })
    if (!goOn) return
    endingOthers.mutate(
      {},
      {
        onSuccess: ({ endOtherSessions }) => say(`${countOf(endOtherSessions ?? 0, 'session')} ended`),
        onError: sayError,
      },
    )
  }
  return (
    <section class="card">
      {dialog}
      <div class="card-head">
        <h2>Where you are logged in</h2>
        {sessions.length > 1 && (
          <button type="button" class="button" disabled={endingOthers.isPending} onClick={() => void endOthers()}>
            Log out everywhere else
          </button>
        )}
      </div>
      <ul class="account-list">
        {shown.map(({ id, browser, address, createdAt, lastUsedAt, isCurrent }) => {
          const words = browserWords(browser)
          return (
            <li key={id}>
              <span class="account-entry">
                <span title={browser}>
                  {words} {isCurrent && <Badge tone="good">This browser</Badge>}
                </span>
                <span class="quiet">
                  {address} · since {times.dateTime(createdAt)}
                  {!isCurrent && <> · last used {times.ago(lastUsedAt)}</>}
                </span>
              </span>
              {!isCurrent && (
                <button
                  type="button"
                  class="button"
                  aria-label={`End the session of ${words} at ${address}`}
                  disabled={ending.isPending}
                  onClick={() => ending.mutate({ id }, { onSuccess: () => say('Session ended'), onError: sayError })}
                >
                  End
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
