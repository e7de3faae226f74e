import { useState } from 'preact/hooks'
import { RemoveTotpDocument } from '../../../../generated/console/person-documents.ts'
import { DialogForm } from '../parts/form/dialog-form.tsx'
import { say } from '../parts/toasts.tsx'
import { CodeField } from './code-field.tsx'
import { useMyChange } from './use-me.ts'

/** The password alone does not switch it off. */
export function RemoveTotpDialog({ onClose }: { onClose: () => void }) {
  const remove = useMyChange(RemoveTotpDocument)
  const [code, setCode] = useState('')
  return (
    <DialogForm
      title="Log in with the password alone?"
      about="Every other browser is logged out. Recovery codes end, too."
      action="Switch it off"
      error={remove.error}
      isPending={remove.isPending}
      isIncomplete={code.trim() === ''}
      onSend={() =>
        remove.mutate(
          { code },
          {
            onSuccess() {
              say('Log-ins ask for your password alone. You are logged out everywhere else.')
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <CodeField label="Code of the app, or a recovery code" value={code} onInput={setCode} />
    </DialogForm>
  )
}
