import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { StartTotpDocument } from '../../../../generated/console/person-documents.ts'
import { countOf, timesOf } from '../parts/formats.ts'
import { sayError } from '../parts/toasts.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveTotpDialog } from './remove-totp-dialog.tsx'
import { type NewTotp, TotpDialog } from './totp-dialog.tsx'
import { ME_KEY, type Me, useMyChange } from './use-me.ts'

/** Whether a log-in asks for a code of an app as well. */
export function TotpCard({ me: { totp } }: { me: Me }) {
  const start = useMyChange(StartTotpDocument)
  const client = useQueryClient()
  const [started, setStarted] = useState<NewTotp | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const times = timesOf()
  return (
    <section class="card">
      <h2>Log-in with an app</h2>
      {totp ? (
        <>
          <p>
            After your password, a log-in asks for a code of your app
            {totp.confirmedAt && <>, since {times.dateTime(totp.confirmedAt)}</>}. You have{' '}
            {countOf(totp.recoveryCodesLeft, 'recovery code')} left
            {totp.recoveryCodesLeft < 4 && ': switch it off and on again to get new ones'}.
          </p>
          <div class="form-actions">
            <button type="button" class="button" onClick={() => setRemoving(true)}>
              Switch it off
            </button>
          </div>
        </>
      ) : (
        <>
          <p>
            Whoever knows your password still needs your phone: an authenticator app shows a code that each log-in asks
            for.
          </p>
          <div class="form-actions">
            <button
              type="button"
              class="button"
              disabled={start.isPending}
              onClick={() =>
                start.mutate({}, { onSuccess: ({ startTotp }) => setStarted(startTotp), onError: sayError })
              }
            >
              Set up an app
            </button>
          </div>
        </>
      )}
      {started && (
        <TotpDialog
          totp={started}
          onDone={(recovery) => {
            setStarted(null)
            setCodes(recovery)
          }}
          onClose={() => setStarted(null)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
      {isRemoving && (
        <RemoveTotpDialog
          onClose={() => {
            setRemoving(false)
            void client.invalidateQueries({ queryKey: ME_KEY })
          }}
        />
      )}
    </section>
  )
}
