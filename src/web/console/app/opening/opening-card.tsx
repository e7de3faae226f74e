import { Link } from '@tanstack/react-router'
import {
  CloseStoreDocument,
  OpeningDocument,
  type OpeningGap,
  type OpeningQuery,
  OpenStoreDocument,
} from '../../../../generated/console/documents.ts'
import { useChange, useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Failure } from '../parts/failure.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { PreviewLinks } from './preview-links.tsx'

type Opening = NonNullable<OpeningQuery['store']>
type Missing = Opening['missingForOpening'][number]

/** Open or closed, and what changes that. */
export function OpenOrClosed() {
  const { data } = useData(OpeningDocument, {}, { enabled: useMayChange('settings') })
  return data?.store ? <OpeningCard opening={data.store} /> : null
}

export default function OpeningCard({ opening }: { opening: Opening }) {
  const { session, formats } = useStore()
  const [dialog, confirm] = useConfirm()
  const open = useChange(OpenStoreDocument, { onDone: () => say('The shop is open') })
  const close = useChange(CloseStoreDocument, { onDone: () => say('The shop is closed') })
  const { openedAt, missingForOpening: missing } = opening
  const needed = missing.filter(({ isNeeded }) => isNeeded)

  async function closeIt(): Promise<void> {
    const goOn = await confirm({
      title: 'Close the shop?',
      text: 'Shoppers see that it opens soon, and nobody can buy. Orders that are there, accounts and your pages go on. You can open it again at any time.',
      action: 'Close the shop',
      cancel: 'Leave it open',
    })
    if (goOn) close.mutate({}, { onError: sayError })
  }

  return (
    <section class="card" aria-labelledby="opening">
      {dialog}
      <div class="card-head">
        <h2 id="opening">{openedAt === null ? 'Your shop is closed' : 'Your shop is open'}</h2>
        {openedAt === null ? <Badge>Closed</Badge> : <Badge tone="good">Open</Badge>}
      </div>
      {openedAt === null ? (
        <p class="quiet">Shoppers see that it opens soon, and can leave their email address. Only you see the rest.</p>
      ) : (
        <p class="quiet">Shoppers have been able to buy since {formats.dateTime(openedAt)}.</p>
      )}
      {open.error && <Failure error={open.error} />}
      {missing.length > 0 && (
        <ul class="missing">
          {missing.map((gap) => (
            <Gap key={gap.what} gap={gap} store={session.store} />
          ))}
        </ul>
      )}
      <div class="form-actions">
        {openedAt === null ? (
          <button
            type="button"
            class="button button-main"
            disabled={needed.length > 0 || open.isPending}
            onClick={() => open.mutate({})}
          >
            {missing.length > 0 && needed.length === 0 ? 'Open it all the same' : 'Open the shop'}
          </button>
        ) : (
          <button type="button" class="button" disabled={close.isPending} onClick={() => void closeIt()}>
            Close the shop
          </button>
        )}
        {needed.length > 0 && openedAt === null && (
          <span class="quiet">It can open once nothing that is needed is missing.</span>
        )}
      </div>
      <PreviewLinks />
    </section>
  )
}

function Gap({ gap: { what, isNeeded, message }, store }: { gap: Missing; store: string }) {
  return (
    <li>
      {message}
      {isNeeded && <b> This is needed.</b>} <Place what={what} store={store} />
    </li>
  )
}

/** Where the owner changes it; nothing for what only the operator can. */
function Place({ what, store }: { what: OpeningGap; store: string }) {
  const params = { store }
  switch (what) {
    case 'TERMS':
    case 'PRIVACY':
    case 'REFUNDS':
      return (
        <Link to="/s/$store/pages" params={params}>
          Write it from a template
        </Link>
      )
    case 'PRODUCTS':
      return (
        <Link to="/s/$store/products/new" params={params}>
          Add one
        </Link>
      )
    case 'PAYMENTS':
    case 'PLAY_MONEY':
      return (
        <Link to="/s/$store/settings/$section" params={{ ...params, section: 'payments' }}>
          Set up payments
        </Link>
      )
    case 'MAILS':
      return (
        <Link to="/s/$store/settings/$section" params={{ ...params, section: 'mails' }}>
          What to do
        </Link>
      )
    case 'NAME':
    case 'CONTACT':
      return (
        <Link to="/s/$store/settings/$section" params={{ ...params, section: 'store' }}>
          Enter it
        </Link>
      )
  }
}
