import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import {
  DeletePageDocument,
  OwnPageDocument,
  PageTemplatesDocument,
  type WholePageFragment,
} from '../../../../generated/console/documents.ts'
import { useChange, useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { PageForm } from './page-form.tsx'
import { PAGE_QUERIES } from './page-words.ts'

export default function PagePage() {
  const { id } = useParams({ strict: false })
  const { session } = useStore()
  const { store } = session
  const mayChange = useMayChange('settings')
  const isNew = id === undefined
  const query = useData(OwnPageDocument, { id: id ?? '' }, { enabled: !isNew })
  const page = isNew ? null : query.data?.page
  return (
    <Page
      title={isNew ? 'New page' : (page?.title ?? 'Page')}
      back={
        <Link to="/s/$store/pages" params={{ store }}>
          <Icon name="left" /> Pages
        </Link>
      }
      about={page && (page.published ? <Badge tone="good">Published</Badge> : <Badge>Draft</Badge>)}
      actions={
        page && (
          <>
            {page.published && (
              <a class="button" href={`/shop/${store}/pages/${page.slug}`}>
                <Icon name="link" /> Show in the shop
              </a>
            )}
            {mayChange && <DeletePage page={page} />}
          </>
        )
      }
    >
      {isNew ? (
        <NewPage />
      ) : (
        <QueryView query={query}>
          {({ page }) => (page ? <PageForm key={page.id} page={page} /> : <Empty title="There is no such page" />)}
        </QueryView>
      )}
    </Page>
  )
}

/** Empty, or made of a template. */
function NewPage() {
  const { template: kind, country = '' } = useSearch({ from: '/s/$store/pages/new' })
  const query = useData(PageTemplatesDocument, { country }, { enabled: kind !== undefined })
  if (kind === undefined) return <PageForm key="new" page={null} />
  return (
    <QueryView query={query}>
      {({ pageTemplates }) => {
        const template = pageTemplates?.find((one) => one.kind === kind)
        return (
          <>
            {template && template.laws.length > 0 && (
              <p class="quiet">
                It follows: {template.laws.join('; ')}; looked up on {template.checkedOn}. It is no legal advice.
              </p>
            )}
            <PageForm key={`${kind} ${country}`} page={null} template={template} />
          </>
        )
      }}
    </QueryView>
  )
}

function DeletePage({ page }: { page: WholePageFragment }) {
  const { session } = useStore()
  const navigate = useNavigate()
  const [dialog, confirm] = useConfirm()
  const remove = useChange(DeletePageDocument, { invalidates: PAGE_QUERIES })
  async function ask(): Promise<void> {
    const goOn = await confirm({
      title: `Delete ${page.title}?`,
      text: 'Its text is lost, and links to it lead nowhere. To hide it, make it a draft.',
      action: 'Delete the page',
      cancel: 'Keep it',
    })
    if (!goOn) return
    try {
      await remove.mutateAsync({ id: page.id, version: page.version })
      say(`${page.title} deleted`)
      await navigate({ to: '/s/$store/pages', params: { store: session.store }, replace: true })
    } catch (error) {
      sayError(error as Error)
    }
  }
  return (
    <>
      {dialog}
      <button type="button" class="button" disabled={remove.isPending} onClick={() => void ask()}>
        <Icon name="trash" /> Delete
      </button>
    </>
  )
}
