import { useState } from 'preact/hooks'
import {
  RedeliverDocument,
  WebhookMessagesDocument,
  type WebhookMessagesQuery,
  type WebhookRowFragment,
} from '../../../../../generated/console/documents.ts'
import { useChange, useData } from '../../data/use-data.ts'
import { Badge } from '../../parts/badge.tsx'
import { type Columns, columnsOf, DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ChoiceFilter, Filters } from '../../parts/filters.tsx'
import { countOf, type Formats, words } from '../../parts/formats.ts'
import { Pager } from '../../parts/pager.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { useFormats } from '../../session/store-context.tsx'
import { statuses, statusTones, WEBHOOK_QUERIES } from './webhook-words.ts'

type Message = NonNullable<WebhookMessagesQuery['webhookMessages']>['nodes'][number]

const PAGE = 25
const REFRESH_MS = 10_000

interface MessagesProps {
  webhooks: readonly WebhookRowFragment[]
  /** From the address. */
  webhookId: string | undefined
  status: string | undefined
  after: string | undefined
}

/** What was sent and what still waits. */
export function Messages({ webhooks, webhookId, status, after }: MessagesProps) {
  const formats = useFormats()
  const [shown, setShown] = useState<Message | null>(null)
  const redeliver = useChange(RedeliverDocument, { invalidates: WEBHOOK_QUERIES })
  const query = useData(
    WebhookMessagesDocument,
    {
      first: PAGE,
      after: after ?? null,
      webhookId: webhookId ?? null,
      status: statuses.find(([of]) => of === status)?.[0] ?? null,
    },
    { refreshEvery: REFRESH_MS },
  )
  const sendAgain = ({ id }: Message) =>
    redeliver.mutate({ id }, { onSuccess: () => say('Queued again'), onError: sayError })
  return (
    <section class="card">
      <div class="card-head">
        <h2>Messages</h2>
        <Filters>
          {webhooks.length > 1 && (
            <ChoiceFilter
              label="Webhook"
              name="webhook"
              value={webhookId}
              options={webhooks.map(({ id, url }) => [id, url] as const)}
              all="All webhooks"
            />
          )}
          <ChoiceFilter label="Status" name="status" value={status} options={statuses} all="Any status" />
        </Filters>
      </div>
      <QueryView query={query}>
        {({ webhookMessages }) =>
          webhookMessages && (
            <>
              <DataTable
                label="Messages"
                columns={columnsIn(formats, setShown, sendAgain)}
                rows={webhookMessages.nodes}
                idOf={({ id }) => id}
                empty={
                  <Empty title={status || webhookId ? 'No message matches' : 'Nothing was sent yet'}>
                    {!(status || webhookId) && 'Send a test event to see whether your program answers.'}
                  </Empty>
                }
              />
              <Pager of="messages" page={webhookMessages} />
            </>
          )
        }
      </QueryView>
      {shown && (
        <Dialog title={shown.type} isOpen onClose={() => setShown(null)} about={formats.dateTime(shown.createdAt)}>
          {shown.lastError && <p class="field-mistake wrap-text">{shown.lastError}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
          <section class="note" tabIndex={0} aria-label="What is sent">
            {shown.body === null ? 'What is sent is not shown to you.' : pretty(shown.body)}
          </section>
        </Dialog>
      )}
    </section>
  )
}

const pretty = (json: string): string => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

function columnsIn(
  formats: Formats,
  onShow: (message: Message) => void,
  onSend: (message: Message) => void,
): Columns<Message> {
  const column = columnsOf<Message>()
  return column.columns([
    column.display({
      id: 'type',
      header: 'Event',
      meta: { isTitle: true },
      cell: ({ row: { original: message } }) => (
        <button type="button" class="link-button" onClick={() => onShow(message)}>
          {message.type}
        </button>
      ),
    }),
    column.display({
      id: 'when',
      header: 'When',
      cell: ({ row: { original: message } }) => (
        <time dateTime={message.createdAt} title={formats.dateTime(message.createdAt)}>
          {formats.ago(message.createdAt)}
        </time>
      ),
    }),
    column.display({
      id: 'status',
      header: 'Status',
      cell: ({ row: { original: message } }) => (
        <span>
          <Badge tone={statusTones[message.status]}>{words(message.status)}</Badge>
          {message.lastError && <span class="quiet wrap-text"> {message.lastError}</span>}
          {message.nextAttemptAt && <span class="quiet"> Next try {formats.time(message.nextAttemptAt)}</span>}
        </span>
      ),
    }),
    column.display({
      id: 'attempts',
      header: 'Tries',
      cell: ({ row: { original: message } }) => countOf(message.attempts, 'try', 'tries'),
    }),
    column.display({
      id: 'actions',
      header: () => <span class="hidden">Actions</span>,
      meta: { align: 'end' },
      cell: ({ row: { original: message } }) => (
        <button type="button" class="button" aria-label={`Send again: ${message.type}`} onClick={() => onSend(message)}>
          Send again
        </button>
      ),
    }),
  ]) as Columns<Message>
}
