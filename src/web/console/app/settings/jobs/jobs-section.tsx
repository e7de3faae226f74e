import { useSearch } from '@tanstack/react-router'
import { JobsDocument, type JobsQuery, RetryJobDocument } from '../../../../../generated/console/documents.ts'
import { useChange, useData } from '../../data/use-data.ts'
import { type Columns, columnsOf, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { countOf, type Formats, words } from '../../parts/formats.ts'
import { Pager } from '../../parts/pager.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { useFormats, useMayChange } from '../../session/store-context.tsx'

type Job = NonNullable<JobsQuery['jobs']>['nodes'][number]

const PAGE = 25

export default function JobsSection() {
  const { after } = useSearch({ from: '/s/$store/settings/$section' })
  const formats = useFormats()
  const mayChange = useMayChange('settings')
  const query = useData(JobsDocument, { first: PAGE, after: after ?? null })
  const retry = useChange(RetryJobDocument, { invalidates: ['Jobs', 'Waiting'] })
  const again = ({ id }: Job) =>
    retry.mutate({ id }, { onSuccess: () => say('It is tried again now'), onError: sayError })
  return (
    <QueryView query={query}>
      {({ jobs }) =>
        jobs && (
          <>
            <p class="quiet">
              Work in the background, such as mails and refunds, that was tried several times and has failed. Deal with
              the reason first, then try again.
            </p>
            <DataTable
              label="Failed jobs"
              columns={columnsIn(formats, mayChange ? again : null)}
              rows={jobs.nodes}
              idOf={({ id }) => id}
              empty={<Empty title="No job has failed">Nothing to do here.</Empty>}
            />
            <Pager of="jobs" page={jobs} />
          </>
        )
      }
    </QueryView>
  )
}

function columnsIn(formats: Formats, onRetry: ((job: Job) => void) | null): Columns<Job> {
  const column = columnsOf<Job>()
  return column.columns([
    column.display({
      id: 'name',
      header: 'Job',
      meta: { isTitle: true },
      cell: ({ row: { original: job } }) => words(job.name),
    }),
    column.display({
      id: 'reason',
      header: 'Reason',
      cell: ({ row: { original: job } }) => <span class="wrap-text">{job.reason}</span>,
    }),
    column.display({
      id: 'failed',
      header: 'Failed',
      cell: ({ row: { original: job } }) => (
        <time dateTime={job.failedAt} title={formats.dateTime(job.failedAt)}>
          {formats.ago(job.failedAt)}
        </time>
      ),
    }),
    column.display({
      id: 'tries',
      header: 'Tries',
      cell: ({ row: { original: job } }) => countOf(job.tries, 'try', 'tries'),
    }),
    ...(onRetry
      ? [
          column.display({
            id: 'actions',
            header: () => <span class="hidden">Actions</span>,
            meta: { align: 'end' },
            cell: ({ row: { original: job } }) => (
              <button
                type="button"
                class="button"
                aria-label={`Try again: ${words(job.name)}`}
                onClick={() => onRetry(job)}
              >
                Try again
              </button>
            ),
          }),
        ]
      : []),
  ]) as Columns<Job>
}
