import { MAX_MARKDOWN } from './page-format.ts'
import type { PublishedPage } from './pages.sql.ts'

interface Typed {
  title?: string | undefined
  markdown?: string | undefined
}

/** What somebody is typing, as it would be shown. */
export const draftPage = ({ title, markdown = '' }: Typed, updatedAt: Date): PublishedPage => ({
  ...{ id: '', slug: 'draft', version: 0, updatedAt },
  title: title?.trim() || 'Untitled',
  markdown: markdown.slice(0, 2 * MAX_MARKDOWN),
})
