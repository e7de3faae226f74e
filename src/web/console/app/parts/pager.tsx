import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useFormats } from '../session/store-context.tsx'
import type { Formats } from './formats.ts'
import { Icon } from './icons.tsx'

interface PagerProps {
  /** For screen readers: what is listed, such as "orders". */
  of: string
  page:
    | {
        nodes: readonly unknown[]
        totalCount: number
        pageInfo: { hasNextPage: boolean; endCursor?: string | null }
      }
    | null
    | undefined
}

/** The schema counts no further. */
const MOST_COUNTED = 10_000

export const countText = (count: number, formats: Formats): string =>
  count > MOST_COUNTED ? `more than ${formats.number(MOST_COUNTED)}` : formats.number(count)

/** One page of a list at a time. The page is part of the address, so that a list is where it was when one comes back. */
export function Pager({ of, page }: PagerProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const formats = useFormats()
  const { search, cameForward } = useRouterState({
    select: ({ location }) => ({
      search: location.search as { after?: string },
      cameForward: (location.state as { isNextPage?: boolean }).isNextPage === true,
    }),
  })
  const isFirst = search.after === undefined
  const go = (after: string | undefined, state: object) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, after })) as never,
      state: state as never,
      resetScroll: true,
    })
  if (!page || page.nodes.length === 0) return null
  const { nodes, totalCount, pageInfo } = page
  const count = countText(totalCount, formats)
  return (
    <nav class="pager" aria-label={`Pages of ${of}`}>
      <span class="quiet">
        {nodes.length === totalCount ? `${count} in all` : `${formats.number(nodes.length)} of ${count}`}
      </span>
      {(!isFirst || pageInfo.hasNextPage) && (
        <span class="pager-buttons">
          <button
            type="button"
            class="button"
            disabled={isFirst}
            onClick={() => (cameForward ? router.history.back() : go(undefined, {}))}
          >
            <Icon name="left" /> {cameForward || isFirst ? 'Previous' : 'First page'}
          </button>
          <button
            type="button"
            class="button"
            disabled={!pageInfo.hasNextPage}
            onClick={() => go(pageInfo.endCursor ?? undefined, { isNextPage: true })}
          >
            Next <Icon name="right" />
          </button>
        </span>
      )}
    </nav>
  )
}
