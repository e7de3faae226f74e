import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import {
  OwnPageDocument,
  type PageTemplatesQuery,
  SavePageDocument,
  type WholePageFragment,
} from '../../../../generated/console/documents.ts'
import { gapsIn } from '../../../../shared/texts/text-gaps.ts'
import { RequestError, request } from '../data/request.ts'
import { useChange } from '../data/use-data.ts'
import { codeOf } from '../parts/code-of.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { useRecordForm } from '../parts/form/record-form.tsx'
import { RecordFrame } from '../parts/form/record-frame.tsx'
import { countOf } from '../parts/formats.ts'
import { PreviewFrame } from '../parts/preview-frame.tsx'
import { useLater } from '../parts/use-later.ts'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { PAGE_QUERIES } from './page-words.ts'

const WAIT_MS = 400

type Template = NonNullable<PageTemplatesQuery['pageTemplates']>[number]

const valuesOf = (page: Pick<WholePageFragment, 'title' | 'slug' | 'markdown' | 'published'> | null) => ({
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  markdown: page?.markdown ?? '',
  published: page?.published ?? false,
})

type PageValues = ReturnType<typeof valuesOf>

const labels = { title: 'Title', slug: 'Address', markdown: 'Text', published: 'Published' }

interface PageFormProps {
  /** Null for a new one. */
  page: WholePageFragment | null
  template?: Template | undefined
}

/** Title, address and text of a page, with how it looks beside them. */
export function PageForm({ page, template }: PageFormProps) {
  const { session } = useStore()
  const { store } = session
  const mayChange = useMayChange('settings')
  const navigate = useNavigate()
  const [dialog, confirm] = useConfirm()
  const save = useChange(SavePageDocument, { invalidates: PAGE_QUERIES })
  const values = useMemo(() => valuesOf(page), [page])

  /** A page is published with something left to fill only after a second click. @throws RequestError */
  async function askAboutGaps({ published, markdown }: PageValues): Promise<void> {
    const gaps = published ? gapsIn(markdown) : []
    if (gaps.length === 0) return
    const goOn = await confirm({
      title: 'Publish it as it is?',
      text: `${countOf(gaps.length, 'place')} in the text ${gaps.length === 1 ? 'is' : 'are'} left to fill: ${gaps.slice(0, 5).join(', ')}${gaps.length > 5 ? ' …' : ''}`,
      action: 'Publish it',
      cancel: 'Keep editing',
    })
    if (!goOn)
      throw new RequestError('BAD_USER_INPUT', 'Nothing is saved. Fill in what is left, or save it as a draft.')
  }

  const record = useRecordForm<PageValues>({
    draft: page ? `page:${page.id}` : `new-page:${template?.kind ?? ''}`,
    values,
    version: page?.version ?? null,
    labels,
    saved: page ? 'Saved' : 'Page created',
    async save(typed, version) {
      await askAboutGaps(typed)
      const title = typed.title.trim()
      const slug = typed.slug.trim() || codeOf(title)
      const input = { ...(page && { id: page.id }), ...typed, title, slug, version }
      const { upsertPage } = await save.mutateAsync({ input })
      if (!page && upsertPage) {
        await navigate({ to: '/s/$store/pages/$id', params: { store, id: upsertPage.id }, replace: true })
      }
    },
    async read() {
      const { page: theirs } = await request(store, OwnPageDocument, { id: page?.id ?? '' })
      if (!theirs) throw new RequestError('NOT_FOUND', 'This page is no longer there.')
      return { values: valuesOf(theirs), version: theirs.version }
    },
  })
  const { fields, form } = record
  // As if it had been typed, so that it can be saved at once.
  useLayoutEffect(() => {
    if (!template || form.state.isDirty) return
    form.setFieldValue('title', template.title)
    form.setFieldValue('slug', template.slug)
    form.setFieldValue('markdown', template.markdown)
  }, [form, template])
  return (
    <>
      {dialog}
      <RecordFrame
        record={record}
        label={page ? `Page ${page.title}` : 'New page'}
        mayChange={mayChange}
        save={page ? 'Save' : 'Create page'}
      >
        <div class="preview preview-text">
          <section class="card">
            {fields.text('title', { required: true, maxLength: 100 })}
            {fields.text('slug', {
              maxLength: 80,
              autocomplete: 'off',
              hint: 'Behind /pages/ in the address. Lower-case letters, digits and hyphens. Empty: made of the title.',
            })}
            {fields.custom('markdown', (control) => (
              <MarkdownField {...control} />
            ))}
            {fields.toggle('published', { hint: 'Otherwise it is a draft, which only you see.' })}
          </section>
          <div class="preview-side">
            <h2>Preview</h2>
            <form.Subscribe selector={({ values }) => JSON.stringify([values.title, values.markdown])}>
              {(typed) => <Preview typed={typed} />}
            </form.Subscribe>
          </div>
        </div>
      </RecordFrame>
    </>
  )
}

function Preview({ typed }: { typed: string }) {
  const [title = '', markdown = ''] = JSON.parse(useLater(typed, WAIT_MS)) as string[]
  return <PreviewFrame title="How the page looks" path="page-preview" fields={{ title, markdown }} />
}
