import { useState } from 'preact/hooks'
import { CreatePreviewLinkDocument, EndPreviewsDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Secret } from '../parts/secret.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useStore } from '../session/store-context.tsx'

/** Nothing else has changed. */
const invalidates: readonly string[] = []

/** The shop as shoppers will see it: for the owner in a new tab, for others by a link. */
export function PreviewLinks() {
  const { formats } = useStore()
  const [dialog, confirm] = useConfirm()
  const [shared, setShared] = useState<{ url: string; expiresAt: string } | null>(null)
  const create = useChange(CreatePreviewLinkDocument, { invalidates })
  const end = useChange(EndPreviewsDocument, { invalidates })

  function look(): void {
    // Opened by the click: later the browser would take it for an advertisement.
    const tab = window.open('', '_blank')
    create.mutate(
      { shared: false },
      {
        onSuccess: ({ createPreviewLink: link }) => {
          if (link && tab) tab.location.href = link.url
        },
        onError: (error) => {
          tab?.close()
          sayError(error)
        },
      },
    )
  }

  function share(): void {
    create.mutate(
      { shared: true },
      { onSuccess: ({ createPreviewLink: link }) => setShared(link ?? null), onError: sayError },
    )
  }

  async function endAll(): Promise<void> {
    const goOn = await confirm({
      title: 'End all previews?',
      text: 'Links that you have shared open nothing any more, and whoever looks at a preview sees what shoppers see.',
      action: 'End all previews',
    })
    if (!goOn) return
    end.mutate({}, { onSuccess: () => say('All previews have ended'), onError: sayError })
    setShared(null)
  }

  return (
    <>
      {dialog}
      <div class="form-actions">
        <button type="button" class="button" disabled={create.isPending} onClick={look}>
          Look at the shop
        </button>
        <button type="button" class="button" disabled={create.isPending} onClick={share}>
          Link to share
        </button>
        <button type="button" class="button" disabled={end.isPending} onClick={() => void endAll()}>
          End all previews
        </button>
      </div>
      {shared && (
        <>
          <p class="quiet">
            Whoever has this link can look around until {formats.date(shared.expiresAt)}, and order nothing. It is shown
            only now.
          </p>
          <Secret value={shared.url} label="Link to share" />
        </>
      )}
    </>
  )
}
