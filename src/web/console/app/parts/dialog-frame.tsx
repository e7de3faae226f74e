import { Dialog as Base } from '@base-ui/react/dialog'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Icon } from './icons.tsx'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  about?: ComponentChildren
  children: ComponentChildren
}

const FIRST_FIELD = 'input:not([disabled], [hidden]), select, textarea'

/** A form or a view over the page. Escape and the backdrop close it; the focus goes back to where it was. */
export function DialogFrame({ title, isOpen, onClose, about, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          ref={popup}
          className="dialog"
          initialFocus={() => popup.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? true}
        >
          <div class="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="icon-button" aria-label="Close">
              <Icon name="close" />
            </Base.Close>
          </div>
          {about && <Base.Description className="dialog-text">{about}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
