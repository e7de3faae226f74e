import type { ComponentChildren } from 'preact'
import type { RequestError } from '../../data/request.ts'
import { Dialog } from '../dialog.tsx'
import { Failure } from '../failure.tsx'

interface DialogFormProps {
  title: string
  about?: ComponentChildren
  /** On the button that sends it. */
  action: string
  error: RequestError | null
  isPending: boolean
  /** While something has to be chosen before it can be sent. */
  isIncomplete?: boolean
  onSend: () => void
  onClose: () => void
  children: ComponentChildren
}

/** A form over the page that is sent once. Its fields check nothing before the server does, unless they say so. */
export function DialogForm({
  title,
  about,
  action,
  error,
  isPending,
  isIncomplete = false,
  onSend,
  onClose,
  children,
}: DialogFormProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose} about={about}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
      >
        {error && <Failure error={error} />}
        {children}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button button-main" disabled={isPending || isIncomplete}>
            {isPending ? 'Saving…' : action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
