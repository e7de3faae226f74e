import { ConfirmAgain } from './confirm-again.tsx'
import { DialogFrame, type DialogProps } from './dialog-frame.tsx'

/** A form or a view over the page, which may ask for the password again above itself. */
export const Dialog = ({ children, ...props }: DialogProps) => (
  <DialogFrame {...props}>
    {children}
    <ConfirmAgain />
  </DialogFrame>
)
