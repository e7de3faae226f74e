import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ComponentChildren } from 'preact'
import { useCallback, useRef, useState } from 'preact/hooks'

interface Question {
  title: string
  /** What is lost, or cannot be taken back. */
  text: ComponentChildren
  /** On the button that does it. */
  action: string
  /** On the button that does not. */
  cancel?: string
}

/**
 * Asks before something that has no undo.
 * @returns the dialog to render, and a function that resolves to whether to go on
 */
export function useConfirm(): [ComponentChildren, (question: Question) => Promise<boolean>] {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(goOn: boolean) => void>(() => {})
  const end = (goOn: boolean) => {
    answer.current(goOn)
    setOpen(false)
  }
  const ask = useCallback((asked: Question) => {
    setQuestion(asked)
    setOpen(true)
    return new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
  }, [])
  const dialog = <ConfirmDialog isOpen={isOpen} question={question} onEnd={end} />
  return [dialog, ask]
}

interface ConfirmDialogProps {
  isOpen: boolean
  /** Still shown while the dialog closes. */
  question: Question | null
  onEnd: (goOn: boolean) => void
}

export function ConfirmDialog({ isOpen, question, onEnd }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onEnd(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog dialog-small">
          <AlertDialog.Title className="dialog-title">{question?.title}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">{question?.text}</AlertDialog.Description>
          <div class="dialog-actions">
            <button type="button" class="button" onClick={() => onEnd(false)}>
              {question?.cancel ?? 'Cancel'}
            </button>
            <button type="button" class="button button-danger" onClick={() => onEnd(true)}>
              {question?.action}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
