import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { RemoveMemberDocument } from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { Badge } from '../../parts/badge.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { Empty } from '../../parts/empty.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { roleWithMoney } from '../../session/role-words.ts'
import { SESSIONS_KEY } from '../../session/sessions.ts'
import { useStore } from '../../session/store-context.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { MEMBER_QUERIES, type Member } from './members.ts'

export function MemberList({ members }: { members: readonly Member[] }) {
  const { session, formats } = useStore()
  const { viewer } = session
  const [changed, setChanged] = useState<Member | null>(null)
  const [dialog, confirm] = useConfirm()
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useChange(RemoveMemberDocument, { invalidates: MEMBER_QUERIES })

  async function onRemove({ id, name }: Member): Promise<void> {
    const isSelf = id === viewer.id
    const goOn = await confirm({
      title: isSelf ? 'Leave this store?' : `Remove ${name}?`,
      text: isSelf
        ? 'You see nothing of it any more. An owner of the store can invite you again.'
        : 'They see nothing of the store from their next click. What they have done stays in the history, with their name.',
      action: isSelf ? 'Leave it' : 'Remove them',
    })
    if (!goOn) return
    try {
      await remove.mutateAsync({ id })
    } catch (error) {
      sayError(error as Error)
      return
    }
    if (!isSelf) return say(`${name} removed`)
    await navigate({ to: '/' })
    await client.invalidateQueries({ queryKey: SESSIONS_KEY })
  }

  if (members.length === 0) {
    return (
      <Empty title="Nobody has a role yet">Whoever works here does so with a key. Invite somebody, or yourself.</Empty>
    )
  }
  return (
    <>
      {dialog}
      <ul class="account-list" aria-label="Members">
        {members.map((member) => {
          const { id, name, email, emailConfirmed, since, mayChange } = member
          const isSelf = id === viewer.id
          return (
            <li key={id}>
              <span class="account-entry">
                <span>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>{' '}
                  {isSelf && <Badge tone="good">You</Badge>}
                </span>
                <span>{roleWithMoney(member)}</span>
                <span class="quiet">
                  {email === null ? (
                    'Has lost their email address to whoever confirmed it: remove them, and invite them again'
                  ) : (
                    <bdi>{email}</bdi>
                  )}
                  {email !== null && !emailConfirmed && ' (not confirmed)'} · since {formats.date(since)}
                </span>
              </span>
              {mayChange && (
                <span class="row-actions">
                  <button
                    type="button"
                    class="button"
                    aria-label={`Change the role of ${name}`}
                    onClick={() => setChanged(member)}
                  >
                    Change
                  </button>
                  <button
                    type="button"
                    class="button"
                    aria-label={isSelf ? 'Leave this store' : `Remove ${name}`}
                    disabled={remove.isPending}
                    onClick={() => void onRemove(member)}
                  >
                    {isSelf ? 'Leave' : 'Remove'}
                  </button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {changed && <ChangeDialog member={changed} onClose={() => setChanged(null)} />}
    </>
  )
}
