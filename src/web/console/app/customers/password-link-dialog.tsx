import { CreatePasswordLinkDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { Secret } from '../parts/secret.tsx'
import { useFormats } from '../session/store-context.tsx'
import type { ShownCustomer } from './customer-page.tsx'

const NO_QUERIES: readonly string[] = []

/** A link to hand over by other means than mail. It is shown once, and gone when the dialog is closed. */
export function PasswordLinkDialog({ customer, onClose }: { customer: ShownCustomer; onClose: () => void }) {
  const formats = useFormats()
  const { mutate, data, error, isPending } = useChange(CreatePasswordLinkDocument, { invalidates: NO_QUERIES })
  const link = data?.createPasswordLink
  return (
    <Dialog
      title="Password link"
      isOpen
      onClose={onClose}
      about={
        <>
          With it <bdi>{customer.name}</bdi> can set a new password. Whoever has the link can take over the account:
          make sure first that it is really them. Earlier links stop working.
        </>
      }
    >
      {error && <Failure error={error} />}
      {link ? (
        <>
          <Secret label="Link" value={link.url} />
          <p class="hint" role="status">
            It works once, until {formats.dateTime(link.expiresAt)}. It is shown only here and only now.
          </p>
          <div class="dialog-actions">
            <button type="button" class="button" onClick={onClose}>
              Done
            </button>
          </div>
        </>
      ) : (
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            class="button button-main"
            disabled={isPending}
            onClick={() => mutate({ customerId: customer.id })}
          >
            {isPending ? 'Creating…' : 'Create the link'}
          </button>
        </div>
      )}
    </Dialog>
  )
}
