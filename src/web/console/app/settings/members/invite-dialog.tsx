import { useState } from 'preact/hooks'
import { type InvitationWay, InviteMemberDocument } from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { useSetUp } from '../../frame/set-up.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { Secret } from '../../parts/secret.tsx'
import { say } from '../../parts/toasts.tsx'
import { useFormats } from '../../session/store-context.tsx'
import { type Given, type Invitation, MEMBER_QUERIES } from './members.ts'
import { RoleFields } from './role-fields.tsx'

interface InviteDialogProps {
  email: string
  /** Which the new one replaces. */
  before: Invitation | undefined
  onClose: () => void
}

/** Invites somebody by mail, or makes a link, which is in this dialog only. */
export function InviteDialog({ email: asked, before, onClose }: InviteDialogProps) {
  const mails = useSetUp()?.mails ?? false
  const formats = useFormats()
  const invite = useChange(InviteMemberDocument, { invalidates: MEMBER_QUERIES })
  const [email, setEmail] = useState(asked)
  const [given, setGiven] = useState<Given>(before ?? { role: 'ORDERS', money: false })
  const [chosen, setChosen] = useState<InvitationWay | null>(null)
  const way = mails ? (chosen ?? 'MAIL') : 'LINK'
  const made = invite.data?.inviteMember
  if (made?.token) {
    return (
      <Dialog
        title="The link is ready"
        isOpen
        onClose={onClose}
        about={
          <>
            Send it to <bdi>{made.invitation.email}</bdi> and to nobody else: whoever opens it can accept. It works
            once, until {formats.dateTime(made.invitation.expiresAt)}, and is shown only now.
          </>
        }
      >
        <Secret value={`${location.origin}/console/invitation#${made.token}`} label="The link" />
        <div class="dialog-actions">
          <button type="button" class="button button-main" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    )
  }
  return (
    <DialogForm
      title="Invite somebody"
      about={before && 'The link or code that they have now works no more then.'}
      action={way === 'MAIL' ? 'Send the invitation' : 'Make a link'}
      error={invite.error}
      isPending={invite.isPending}
      onSend={() =>
        invite.mutate(
          { email: email.trim(), ...given, way },
          {
            onSuccess({ inviteMember }) {
              if (!inviteMember || inviteMember.token) return
              say(`Invitation to ${inviteMember.invitation.email} is on its way`)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <label class="field">
        <span class="field-label">Email</span>
        <input
          class="input"
          type="email"
          name="email"
          required
          maxLength={255}
          autocomplete="off"
          value={email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <span class="field-hint">They log in with it.</span>
      </label>
      <RoleFields given={given} onChange={setGiven} />
      {mails ? (
        <fieldset class="checks">
          <legend>How they get it</legend>
          {ways.map(({ value, title, about }) => (
            <label key={value} class="check">
              <input type="radio" name="way" checked={way === value} onChange={() => setChosen(value)} />
              <span>{title}</span>
              <span class="field-hint">{about}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p class="quiet">
          No mail server is set up, so nothing is mailed: you get a link, and send it yourself. Whoever comes by it
          works for this store alone.
        </p>
      )}
    </DialogForm>
  )
}

const ways: readonly { value: InvitationWay; title: string; about: string }[] = [
  { value: 'MAIL', title: 'By mail', about: 'A link is mailed to them, and so their address is confirmed.' },
  {
    value: 'LINK',
    title: 'I send them a link myself',
    about: 'Their address is not confirmed by it, so they can work for this store alone.',
  },
]
