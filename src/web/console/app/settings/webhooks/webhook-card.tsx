import { Menu } from '@base-ui/react/menu'
import { useState } from 'preact/hooks'
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  SendTestEventDocument,
  UpdateWebhookDocument,
  type WebhookRowFragment,
} from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { Badge } from '../../parts/badge.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { Icon } from '../../parts/icons.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { useFormats } from '../../session/store-context.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { eventTitle, WEBHOOK_QUERIES } from './webhook-words.ts'

interface WebhookCardProps {
  webhook: WebhookRowFragment
  /** With a new secret. */
  onSecret: (secret: string) => void
}

export function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const { id, url, events, active, offReason, previousSecretTill, version } = webhook
  const formats = useFormats()
  const [dialog, confirm] = useConfirm()
  const [isEdited, setEdited] = useState(false)
  const changes = { invalidates: WEBHOOK_QUERIES }
  const update = useChange(UpdateWebhookDocument, changes)
  const remove = useChange(DeleteWebhookDocument, changes)
  const rotate = useChange(RotateWebhookSecretDocument, changes)
  const test = useChange(SendTestEventDocument, changes)

  async function switchOff(): Promise<void> {
    const goOn = await confirm({
      title: 'Switch this webhook off?',
      text: 'Messages that still wait for it are given up, and events from now on are not sent.',
      action: 'Switch it off',
    })
    if (goOn) setActive(false)
  }
  const setActive = (isActive: boolean) =>
    update.mutate(
      { id, version, input: { active: isActive } },
      { onSuccess: () => say(isActive ? 'Webhook switched on' : 'Webhook switched off'), onError: sayError },
    )
  async function onDelete(): Promise<void> {
    const goOn = await confirm({
      title: 'Delete this webhook?',
      text: `${url} gets no more messages. Its secret and the list of what was sent to it are deleted as well.`,
      action: 'Delete the webhook',
      cancel: 'Keep it',
    })
    if (goOn) remove.mutate({ id }, { onSuccess: () => say('Webhook deleted'), onError: sayError })
  }
  async function onRotate(): Promise<void> {
    const goOn = await confirm({
      title: 'Make a new secret?',
      text: 'Messages are signed with both secrets for 24 hours; after that the present one is of no use. Your program needs the new one by then.',
      action: 'Make a new secret',
    })
    if (!goOn) return
    rotate.mutate(
      { id },
      { onSuccess: ({ rotateWebhookSecret: made }) => made && onSecret(made.secret), onError: sayError },
    )
  }

  return (
    <section class="card" aria-label={`Webhook ${url}`}>
      {dialog}
      <div class="card-head">
        <h2 class="wrap-text">
          <bdi>{url}</bdi>
        </h2>
        {active ? <Badge tone="good">On</Badge> : <Badge tone="bad">Off</Badge>}
      </div>
      {offReason && <p class="field-mistake">It was switched off: {offReason}</p>}
      <p class="quiet">{events.length === 0 ? 'All events' : events.map(eventTitle).join(' · ')}</p>
      {previousSecretTill && (
        <p class="quiet">The secret before this one is used as well until {formats.dateTime(previousSecretTill)}.</p>
      )}
      <div class="form-actions">
        <button
          type="button"
          class="button"
          disabled={test.isPending}
          onClick={() =>
            test.mutate(
              { id },
              { onSuccess: () => say('Test event queued. See the messages for its delivery.'), onError: sayError },
            )
          }
        >
          Send a test event
        </button>
        <button type="button" class="button" onClick={() => setEdited(true)}>
          Edit
        </button>
        <Menu.Root>
          <Menu.Trigger className="icon-button" aria-label={`More for ${url}`}>
            <Icon name="more" />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner className="layer" sideOffset={6} align="end">
              <Menu.Popup className="menu">
                <Menu.Item className="menu-item" onClick={() => void onRotate()}>
                  Make a new secret
                </Menu.Item>
                <Menu.Item className="menu-item" onClick={() => (active ? void switchOff() : setActive(true))}>
                  {active ? 'Switch it off' : 'Switch it on'}
                </Menu.Item>
                <Menu.Item className="menu-item menu-danger" onClick={() => void onDelete()}>
                  Delete the webhook
                </Menu.Item>
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </div>
      {isEdited && <WebhookDialog webhook={webhook} onClose={() => setEdited(false)} onSecret={onSecret} />}
    </section>
  )
}
