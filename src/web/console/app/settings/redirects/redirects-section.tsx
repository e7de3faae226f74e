import { useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import {
  DeleteRedirectDocument,
  type RedirectRowFragment,
  RedirectsDocument,
} from '../../../../../generated/console/documents.ts'
import { request } from '../../data/request.ts'
import { useData, useInvalidate } from '../../data/use-data.ts'
import { Badge } from '../../parts/badge.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { type Columns, columnsOf, DataTable } from '../../parts/data-table.tsx'
import { Empty, NothingMatches } from '../../parts/empty.tsx'
import { Filters, SearchFilter } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Pager } from '../../parts/pager.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { useMayChange, useStoreName } from '../../session/store-context.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectImport } from './redirect-import.tsx'
import { REDIRECT_QUERIES, shownAddress } from './redirect-words.ts'

const PAGE = 50

/** Where visitors of old addresses are led. */
export default function RedirectsSection() {
  const { q, after } = useSearch({ from: '/s/$store/settings/$section' })
  const mayChange = useMayChange('settings')
  const query = useData(RedirectsDocument, { first: PAGE, after: after ?? null, search: q ?? null })
  const [edited, setEdited] = useState<RedirectRowFragment | 'new' | null>(null)
  const [dialog, confirmDeletion] = useDeletion()
  return (
    <>
      {dialog}
      <section class="card">
        <div class="card-head">
          <h2>Redirects</h2>
          {mayChange && (
            <button type="button" class="button button-main" onClick={() => setEdited('new')}>
              <Icon name="plus" /> New redirect
            </button>
          )}
        </div>
        <p class="quiet">
          Whoever opens an old address is led to a page of the shop, and search engines learn the new one. They are used
          only where the shop has no page itself. Imports from Shopify and WooCommerce add theirs.
        </p>
        <Filters>
          <SearchFilter value={q} label="Search by address" />
        </Filters>
        <QueryView query={query}>
          {({ redirects }) => (
            <>
              <DataTable
                label="Redirects"
                columns={columnsIn(mayChange ? { onEdit: setEdited, onDelete: confirmDeletion } : null)}
                rows={redirects?.nodes ?? []}
                idOf={({ id }) => id}
                empty={q ? <NothingMatches of="redirect" /> : <Empty title="No redirects yet" />}
              />
              <Pager of="redirects" page={redirects} />
            </>
          )}
        </QueryView>
      </section>
      {mayChange && <RedirectImport />}
      {edited && <RedirectDialog redirect={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function useDeletion() {
  const store = useStoreName()
  const invalidate = useInvalidate()
  const [dialog, confirm] = useConfirm()
  async function onDelete({ id, from }: RedirectRowFragment): Promise<void> {
    const question = { title: 'Delete this redirect?', action: 'Delete it', cancel: 'Keep it' }
    if (!(await confirm({ ...question, text: `${from} is then not found.` }))) return
    try {
      await request(store, DeleteRedirectDocument, { id })
      say('Redirect deleted')
      await invalidate(REDIRECT_QUERIES)
    } catch (error) {
      sayError(error as Error)
    }
  }
  return [dialog, (redirect: RedirectRowFragment) => void onDelete(redirect)] as const
}

interface Actions {
  onEdit: (redirect: RedirectRowFragment) => void
  onDelete: (redirect: RedirectRowFragment) => void
}

function columnsIn(actions: Actions | null): Columns<RedirectRowFragment> {
  const column = columnsOf<RedirectRowFragment>()
  return column.columns([
    column.display({
      id: 'from',
      header: 'From',
      meta: { isTitle: true },
      cell: ({ row: { original: redirect } }) => (
        <span class="cell-two wrap-text">
          <bdi>{redirect.from}</bdi>
          {!redirect.byOwner && <Badge>Imported</Badge>}
        </span>
      ),
    }),
    column.display({
      id: 'to',
      header: 'To',
      cell: ({ row: { original: redirect } }) => <bdi class="wrap-text">{shownAddress(redirect.to)}</bdi>,
    }),
    ...(actions
      ? [
          column.display({
            id: 'actions',
            header: () => <span class="hidden">Actions</span>,
            meta: { align: 'end' as const },
            cell: ({ row: { original: redirect } }) => (
              <span class="row-actions">
                <button
                  type="button"
                  class="button"
                  aria-label={`Change ${redirect.from}`}
                  onClick={() => actions.onEdit(redirect)}
                >
                  Change
                </button>
                <button
                  type="button"
                  class="button"
                  aria-label={`Delete ${redirect.from}`}
                  onClick={() => actions.onDelete(redirect)}
                >
                  Delete
                </button>
              </span>
            ),
          }),
        ]
      : []),
  ]) as Columns<RedirectRowFragment>
}
