import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useStore } from '../session/store-context.tsx'

interface PageProps {
  title: string
  /** A path back, usually to the list. */
  back?: ComponentChildren
  /** Beside the title: buttons and badges. */
  actions?: ComponentChildren
  about?: ComponentChildren
  children: ComponentChildren
}

/** A place of the console: title, actions, content. The browser's title names the place and the store. */
export function Page({ title, back, actions, about, children }: PageProps) {
  const { session } = useStore()
  useEffect(() => {
    document.title = `${title} · ${session.business_name}`
  }, [title, session.business_name])
  return (
    <div class="page">
      <header class="page-head">
        {back && <div class="page-back">{back}</div>}
        <div class="page-title">
          <h1 tabindex={-1}>{title}</h1>
          {about && <div>{about}</div>}
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
