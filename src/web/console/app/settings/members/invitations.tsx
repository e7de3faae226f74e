import { RevokeInvitationDocument } from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { actorName } from '../../parts/actor.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { roleWithMoney } from '../../session/role-words.ts'
import { useFormats } from '../../session/store-context.tsx'
import { type Invitation, MEMBER_QUERIES } from './members.ts'

interface InvitationsProps {
  invitations: readonly Invitation[]
  onInviteAgain: (email: string) => void
}

/** Who is invited and has not come yet. */
export function Invitations({ invitations, onInviteAgain }: InvitationsProps) {
  const formats = useFormats()
  const [dialog, confirm] = useConfirm()
  const revoke = useChange(RevokeInvitationDocument, { invalidates: MEMBER_QUERIES })
  async function onRevoke({ id, email }: Invitation): Promise<void> {
    const goOn = await confirm({
      title: 'End this invitation?',
      text: (
        <>
          The link or code that <bdi>{email}</bdi> has works no more. You can invite them again.
        </>
      ),
      action: 'End it',
      cancel: 'Keep it',
    })
    if (goOn) revoke.mutate({ id }, { onSuccess: () => say('Invitation ended'), onError: sayError })
  }
  return (
    <section class="card">
      {dialog}
      <h2>Invited</h2>
      <ul class="account-list" aria-label="Invitations">
        {invitations.map((invitation) => {
          const { id, email, way, invitedBy, createdAt, expiresAt, mayRevoke } = invitation
          return (
            <li key={id}>
              <span class="account-entry">
                <strong>
                  <bdi>{email}</bdi>
                </strong>
                <span>{roleWithMoney(invitation)}</span>
                <span class="quiet">
                  {way === 'MAIL' ? 'By mail' : 'By a link'}, by <bdi>{actorName(invitedBy)}</bdi> on{' '}
                  {formats.date(createdAt)} · until {formats.dateTime(expiresAt)}
                </span>
              </span>
              {mayRevoke && (
                <span class="row-actions">
                  <button
                    type="button"
                    class="button"
                    aria-label={`Invite ${email} again`}
                    onClick={() => onInviteAgain(email)}
                  >
                    Invite again
                  </button>
                  <button
                    type="button"
                    class="button"
                    aria-label={`End the invitation of ${email}`}
                    disabled={revoke.isPending}
                    onClick={() => void onRevoke(invitation)}
                  >
                    End
                  </button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
