import { Link } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'

/** Where there is nothing: says so, and what one can do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <div class="empty-text">{children}</div>}
    </div>
  )
}

interface NothingMatchesProps {
  /** One of the list, such as "order". */
  of: string
  /** What the address says of the list beside its filters. */
  view?: object
}

/** Instead of a list whose filters leave nothing. */
export function NothingMatches({ of, view = {} }: NothingMatchesProps) {
  return (
    <Empty title={`No ${of} matches`}>
      {/* Without what filters it, and on its first page. */}
      <Link to="." search={view}>
        Show all {of}s
      </Link>
    </Empty>
  )
}
