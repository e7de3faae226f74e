import { useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { DeleteLeadDocument, LeadsDocument, type LeadsQuery } from '../../../../generated/console/documents.ts'
import { startOfTypedDay } from '../../../../shared/zoned-time.ts'
import { useChange, useData } from '../data/use-data.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Empty, NothingMatches } from '../parts/empty.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { DayFilter, Filters, SearchFilter } from '../parts/filters.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'

const PAGE = 25

type Lead = NonNullable<LeadsQuery['leads']>['nodes'][number]

/** What visitors have written, as in a mailbox. */
export default function LeadsPage() {
  const search = useSearch({ from: '/s/$store/leads' })
  const { formats } = useStore()
  const mayChange = useMayChange('customers')
  const [dialog, confirm] = useConfirm()
  const remove = useChange(DeleteLeadDocument, { invalidates: ['Leads'] })
  const day = (typed: string | undefined, plusDays = 0) =>
    startOfTypedDay(typed ?? '', formats.timeZone, plusDays)?.toISOString() ?? null
  const variables = {
    first: PAGE,
    after: search.after ?? null,
    search: search.q ?? null,
    from: day(search.from),
    until: day(search.until, 1),
  }
  const query = useData(LeadsDocument, variables)

  async function deleteLead(lead: Lead): Promise<void> {
    const goOn = await confirm({
      title: 'Delete this message?',
      text: `The message of ${nameOf(lead)} of ${formats.dateTime(lead.createdAt)}, with the name, email and phone that came with it, is lost. This cannot be undone.`,
      action: 'Delete the message',
      cancel: 'Keep it',
    })
    if (!goOn) return
    remove.mutate({ id: lead.id }, { onSuccess: () => say('Message deleted'), onError: sayError })
  }

  return (
    <Page title="Leads" actions={<ExportButton of="leads" filters={variables} />}>
      {dialog}
      <Filters>
        <SearchFilter value={search.q} label="Search in messages" />
        <details class="filter-more" open={search.from !== undefined || search.until !== undefined}>
          <summary>Dates</summary>
          <DayFilter name="from" label="Sent from" value={search.from} />
          <DayFilter name="until" label="Sent until" value={search.until} />
        </details>
      </Filters>
      <QueryView query={query}>
        {({ leads }) =>
          leads && leads.nodes.length > 0 ? (
            <>
              <ul class="messages">
                {leads.nodes.map((lead) => (
                  <Message
                    key={lead.id}
                    lead={lead}
                    onDelete={mayChange ? () => void deleteLead(lead) : undefined}
                    isDeleting={remove.isPending && remove.variables.id === lead.id}
                  />
                ))}
              </ul>
              <Pager of="messages" page={leads} />
            </>
          ) : (
            <NoLeads isFiltered={Object.keys(search).length > 0} />
          )
        }
      </QueryView>
    </Page>
  )
}

const nameOf = ({ name, email, phone }: Lead): string => name || email || phone || 'somebody without a name'

/** Longer ones are shown in part first. */
const SHORT = 600

interface MessageProps {
  lead: Lead
  onDelete: (() => void) | undefined
  isDeleting: boolean
}

function Message({ lead, onDelete, isDeleting }: MessageProps) {
  const { formats } = useStore()
  const [isWhole, setWhole] = useState(false)
  const { name, email, phone, message, createdAt } = lead
  const isLong = (message?.length ?? 0) > SHORT
  return (
    <li class="message">
      <div class="message-head">
        <h2>
          <bdi>{name || 'No name'}</bdi>
        </h2>
        <time class="quiet" dateTime={createdAt} title={formats.dateTime(createdAt)}>
          {formats.ago(createdAt)}
        </time>
      </div>
      {message ? (
        <div>
          <p class="message-text" dir="auto">
            {isLong && !isWhole ? `${message.slice(0, SHORT)}…` : message}
          </p>
          {isLong && (
            <button type="button" class="link-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show less' : 'Show the whole message'}
            </button>
          )}
        </div>
      ) : (
        <p class="quiet">No message, only how to reach them.</p>
      )}
      <div class="message-foot">
        {email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>}
        {phone && <a href={`tel:${phone.replaceAll(/[^\d+*#]/g, '')}`}>{phone}</a>}
        {onDelete && (
          <button
            type="button"
            class="button"
            aria-label={`Delete the message of ${nameOf(lead)}`}
            disabled={isDeleting}
            onClick={onDelete}
          >
            <Icon name="trash" /> Delete
          </button>
        )}
      </div>
    </li>
  )
}

function NoLeads({ isFiltered }: { isFiltered: boolean }) {
  const { session } = useStore()
  return isFiltered ? (
    <NothingMatches of="message" />
  ) : (
    <Empty title="No messages yet">
      What visitors send by <a href={`/shop/${session.store}/contact`}>the contact page</a> of your shop appears here.
    </Empty>
  )
}
