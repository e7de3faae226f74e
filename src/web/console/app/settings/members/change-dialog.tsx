import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { ChangeMemberDocument } from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { say } from '../../parts/toasts.tsx'
import { SESSIONS_KEY } from '../../session/sessions.ts'
import { useStore } from '../../session/store-context.tsx'
import { type Given, MEMBER_QUERIES, type Member } from './members.ts'
import { RoleFields } from './role-fields.tsx'

/** Another role for a member. */
export function ChangeDialog({ member: { id, name, role, money }, onClose }: { member: Member; onClose: () => void }) {
  const { viewer } = useStore().session
  const client = useQueryClient()
  const change = useChange(ChangeMemberDocument, { invalidates: MEMBER_QUERIES })
  const [given, setGiven] = useState<Given>({ role, money })
  return (
    <DialogForm
      title={`What ${name} does`}
      about="It counts at their next click."
      action="Save"
      error={change.error}
      isPending={change.isPending}
      onSend={() =>
        change.mutate(
          { id, ...given },
          {
            async onSuccess() {
              say(`Saved for ${name}`)
              onClose()
              // What the console offers depends on it.
              if (id === viewer.id) await client.invalidateQueries({ queryKey: SESSIONS_KEY })
            },
          },
        )
      }
      onClose={onClose}
    >
      <RoleFields given={given} onChange={setGiven} />
    </DialogForm>
  )
}
