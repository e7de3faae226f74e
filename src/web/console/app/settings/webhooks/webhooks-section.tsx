import { useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { WebhooksDocument } from '../../../../../generated/console/documents.ts'
import { useData } from '../../data/use-data.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icons.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Secret } from '../../parts/secret.tsx'
import { useMayChange } from '../../session/store-context.tsx'
import { NotShown } from '../not-shown.tsx'
import { Messages } from './messages.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

export default function WebhooksSection() {
  return useMayChange('settings') ? <Webhooks /> : <NotShown what="Webhooks" />
}

function Webhooks() {
  const query = useData(WebhooksDocument, {})
  const { webhook, status, after } = useSearch({ from: '/s/$store/settings/$section' })
  const [isNew, setNew] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const add = (
    <button type="button" class="button button-main" onClick={() => setNew(true)}>
      <Icon name="plus" /> New webhook
    </button>
  )
  return (
    <>
      <QueryView query={query}>
        {({ webhooks }) =>
          webhooks && webhooks.length > 0 ? (
            <>
              <div class="card-head">
                <p class="quiet">Programs of yours that receive what happens in the store. At most 10.</p>
                {add}
              </div>
              {webhooks.map((one) => (
                <WebhookCard key={one.id} webhook={one} onSecret={setSecret} />
              ))}
              <Messages webhooks={webhooks} webhookId={webhook} status={status} after={after} />
            </>
          ) : (
            <Empty title="No webhooks">
              <p>A webhook sends your own programs a message when something happens, such as a new order.</p>
              {add}
            </Empty>
          )
        }
      </QueryView>
      {isNew && (
        <WebhookDialog
          webhook={null}
          onClose={() => setNew(false)}
          onSecret={(created) => {
            setNew(false)
            setSecret(created)
          }}
        />
      )}
      {secret && (
        <Dialog
          title="Secret of the webhook"
          isOpen
          onClose={() => setSecret(null)}
          about="Your program verifies the signature of each message with it. This is the only time it is shown."
        >
          <Secret value={secret} label="The secret" />
          <div class="dialog-actions">
            <button type="button" class="button button-main" onClick={() => setSecret(null)}>
              Done
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
