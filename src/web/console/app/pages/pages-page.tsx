import { Link } from '@tanstack/react-router'
import { type PageRowFragment, PagesDocument, SavePageDocument } from '../../../../generated/console/documents.ts'
import { useChange, useData } from '../data/use-data.ts'
import { OrderButtons } from '../delivery/order-buttons.tsx'
import { useOrder } from '../delivery/use-order.ts'
import { Badge } from '../parts/badge.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { PAGE_QUERIES } from './page-words.ts'
import { Templates } from './templates.tsx'

export default function PagesPage() {
  const { session } = useStore()
  const mayChange = useMayChange('settings')
  const query = useData(PagesDocument, {})
  return (
    <Page
      title="Pages"
      actions={
        mayChange && (
          <Link to="/s/$store/pages/new" params={{ store: session.store }} search={{}} className="button button-main">
            <Icon name="plus" /> New page
          </Link>
        )
      }
    >
      <p class="quiet">
        Your own texts in the shop, such as terms, privacy and an imprint. Drafts are shown to nobody but you. Link them
        at the foot of the shop under Settings, Appearance, with their address, such as /pages/terms.
      </p>
      <QueryView query={query}>
        {({ pages }) => (
          <>
            {pages && pages.length > 0 && <Rows pages={pages} mayChange={mayChange} />}
            {mayChange && <Templates taken={(pages ?? []).map(({ slug }) => slug)} />}
          </>
        )}
      </QueryView>
    </Page>
  )
}

function Rows({ pages, mayChange }: { pages: readonly PageRowFragment[]; mayChange: boolean }) {
  const { session, formats } = useStore()
  const save = useChange(SavePageDocument, { invalidates: PAGE_QUERIES })
  const rows = pages.map((page) => ({ ...page, code: page.slug, name: page.title }))
  const { isBusy, move } = useOrder<(typeof rows)[number]>(async ({ id, version }, position) => {
    const { upsertPage } = await save.mutateAsync({ input: { id, version, position } })
    return upsertPage?.version ?? version
  })
  return (
    <section class="card" aria-label="Pages">
      <ol class="rows rows-first">
        {rows.map((page, index) => (
          <li key={page.id}>
            <div class="row">
              <div class="row-text">
                <span class="cell-two">
                  <Link to="/s/$store/pages/$id" params={{ store: session.store, id: page.id }} className="row-name">
                    <bdi>{page.title}</bdi>
                  </Link>
                  {!page.published && <Badge>Draft</Badge>}
                </span>
                <span class="quiet wrap-text">
                  /pages/{page.slug} · changed {formats.date(page.updatedAt)}
                </span>
              </div>
              {mayChange && (
                <span class="row-actions">
                  <OrderButtons
                    name={page.title}
                    index={index}
                    count={rows.length}
                    isBusy={isBusy}
                    onMove={(to) => void move(rows, index, to)}
                  />
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
