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

/** Instead of a list whose filters leave nothing. @param of one of it, such as "order" */
export function NothingMatches({ of }: { of: string }) {
  return (
    <Empty title={`No ${of} matches`}>
      {/* Without what filters it, and on its first page. */}
      <Link to="." search={{}}>
        Show all {of}s
      </Link>
    </Empty>
  )
}
