import { Toast } from '@base-ui/react/toast'
import { Icon } from './icons.tsx'

export const toasts = Toast.createToastManager()

const SHOWN_MS = 6_000
/** Long enough to read it and to press "Undo". */
const UNDOABLE_MS = 10_000

/** Says what was done, with a way back where there is one. */
export function say(message: string, undo?: () => void): void {
  const id = toasts.add({
    title: message,
    timeout: undo ? UNDOABLE_MS : SHOWN_MS,
    ...(undo && {
      actionProps: {
        children: 'Undo',
        onClick: () => {
          toasts.close(id)
          undo()
        },
      },
    }),
  })
}

/** Says what went wrong. It stays until it is closed. */
export function sayError(error: Error): void {
  toasts.add({ title: error.message, type: 'error', timeout: 0, priority: 'high' })
}

export function Toasts() {
  const { toasts: shown } = Toast.useToastManager()
  return (
    <Toast.Portal>
      <Toast.Viewport className="toasts">
        {shown.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} className="toast" data-kind={toast.type ?? 'done'}>
            <Toast.Title className="toast-title" />
            {toast.actionProps && <Toast.Action className="toast-action" />}
            <Toast.Close className="icon-button" aria-label="Close">
              <Icon name="close" />
            </Toast.Close>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  )
}
