import { useState } from 'preact/hooks'
import { ConfirmTotpDocument, type StartTotpMutation } from '../../../../generated/console/person-documents.ts'
import { DialogForm } from '../parts/form/dialog-form.tsx'
import { CodeField } from './code-field.tsx'
import { QrPicture } from './qr-picture.tsx'
import { useMyChange } from './use-me.ts'

export type NewTotp = NonNullable<StartTotpMutation['startTotp']>

interface TotpDialogProps {
  totp: NewTotp
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Shows the secret, and asks for a code to see that the app has it. */
export function TotpDialog({ totp: { secret, uri }, onDone, onClose }: TotpDialogProps) {
  const confirm = useMyChange(ConfirmTotpDocument)
  const [code, setCode] = useState('')
  return (
    <DialogForm
      title="Set up an app"
      about="Open an authenticator app, add an account, and scan this. Then enter the code that it shows."
      action="Switch it on"
      error={confirm.error}
      isPending={confirm.isPending}
      isIncomplete={code.trim() === ''}
      onSend={() => confirm.mutate({ code }, { onSuccess: ({ confirmTotp }) => onDone(confirmTotp ?? []) })}
      onClose={onClose}
    >
      <QrPicture text={uri} label="QR code with the secret for the app" />
      <details class="door-fold">
        <summary>Type it instead</summary>
        <p>
          <code class="long-code">{secret.replace(/.{4}(?!$)/g, '$& ')}</code>
        </p>
        <p class="quiet">
          Based on time, six digits, SHA-1. On this phone: <a href={uri}>open it in the app</a>
        </p>
      </details>
      <CodeField label="Code of the app" value={code} onInput={setCode} />
    </DialogForm>
  )
}
