import { Dialog } from '../parts/dialog.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onClose: () => void
}

/** Shown once, to be kept on paper or in a password manager. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <Dialog
      title="Keep your recovery codes"
      isOpen
      onClose={onClose}
      about="Log-ins ask for a code from now on. Each of these replaces one, once, should you lose your phone. This is the only time they are shown."
    >
      <ol class="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="dialog-actions">
        <a
          class="button"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <button type="button" class="button button-main" onClick={onClose}>
          I have kept them
        </button>
      </div>
    </Dialog>
  )
}
