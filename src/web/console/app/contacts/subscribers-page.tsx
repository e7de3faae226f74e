import { useSearch } from '@tanstack/react-router'
import {
  RemoveSubscriberDocument,
  SubscribersDocument,
  type SubscribersQuery,
} from '../../../../generated/console/documents.ts'
import { useChange, useData } from '../data/use-data.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { type Columns, columnsOf, DataTable } from '../parts/data-table.tsx'
import { Empty, NothingMatches } from '../parts/empty.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { Filters, SearchFilter } from '../parts/filters.tsx'
import type { Formats } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'

const PAGE = 50

type Subscriber = NonNullable<SubscribersQuery['subscribers']>['nodes'][number]

export default function SubscribersPage() {
  const { q, after } = useSearch({ from: '/s/$store/subscribers' })
  const { formats } = useStore()
  const mayChange = useMayChange('marketing')
  const [dialog, confirm] = useConfirm()
  const remove = useChange(RemoveSubscriberDocument, { invalidates: ['Subscribers'] })
  const variables = { first: PAGE, after: after ?? null, search: q ?? null }
  const query = useData(SubscribersDocument, variables)

  async function removeSubscriber({ id, email, consentedAt }: Subscriber): Promise<void> {
    const goOn = await confirm({
      title: `Remove ${email}?`,
      text: `The address and the consent of ${formats.dateTime(consentedAt)} are lost. Only they can subscribe again.`,
      action: 'Remove the subscriber',
      cancel: 'Keep them',
    })
    if (!goOn) return
    remove.mutate({ id }, { onSuccess: () => say(`${email} was removed`), onError: sayError })
  }

  const columns = columnsIn(formats, mayChange ? (subscriber) => void removeSubscriber(subscriber) : null)
  return (
    <Page title="Subscribers" actions={<ExportButton of="subscribers" filters={variables} />}>
      {dialog}
      <Filters>
        <SearchFilter value={q} label="Search by email or name" />
      </Filters>
      <QueryView query={query}>
        {({ subscribers }) => {
          const rows = subscribers?.nodes ?? []
          return (
            <>
              <DataTable
                label="Subscribers"
                columns={columns}
                rows={rows}
                idOf={({ id }) => id}
                empty={<NoSubscribers isFiltered={q !== undefined} />}
              />
              <Pager of="subscribers" page={subscribers} />
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

function NoSubscribers({ isFiltered }: { isFiltered: boolean }) {
  const { session } = useStore()
  return isFiltered ? (
    <NothingMatches of="subscriber" />
  ) : (
    <Empty title="No subscribers yet">
      Whoever subscribes to the newsletter in <a href={`/shop/${session.store}`}>your shop</a> appears here.
    </Empty>
  )
}

function columnsIn(formats: Formats, onRemove: ((subscriber: Subscriber) => void) | null): Columns<Subscriber> {
  const column = columnsOf<Subscriber>()
  const columns = column.columns([
    column.accessor('email', {
      header: 'Email',
      meta: { isTitle: true },
      cell: (cell) => <bdi>{cell.getValue()}</bdi>,
    }),
    column.accessor('name', {
      header: 'Name',
      cell: (cell) => (cell.getValue() ? <bdi>{cell.getValue()}</bdi> : <span class="quiet">Not given</span>),
    }),
    column.accessor('source', { header: 'From', cell: (cell) => <bdi>{cell.getValue()}</bdi> }),
    column.display({
      id: 'consented',
      header: 'Consented',
      cell: ({ row: { original: subscriber } }) => (
        <time dateTime={subscriber.consentedAt}>{formats.dateTime(subscriber.consentedAt)}</time>
      ),
    }),
    ...(onRemove
      ? [
          column.display({
            id: 'remove',
            header: () => <span class="hidden">Actions</span>,
            meta: { align: 'end' },
            cell: ({ row: { original: subscriber } }) => (
              <button
                type="button"
                class="icon-button"
                aria-label={`Remove ${subscriber.email}`}
                onClick={() => onRemove(subscriber)}
              >
                <Icon name="trash" />
              </button>
            ),
          }),
        ]
      : []),
  ])
  return columns as Columns<Subscriber>
}
