import { createPortal } from 'preact/compat'
import { useEffect, useId, useRef } from 'preact/hooks'
import { sitePath } from '../data/request.ts'
import { useStoreName } from '../session/store-context.tsx'

interface PreviewFrameProps {
  /** For screen readers. */
  title: string
  /** Of the console's own API. */
  path: 'preview' | 'mail-preview' | 'page-preview'
  /** What the page is made of. */
  fields: Readonly<Record<string, string>>
}

/** A page of the server in a frame that runs no scripts, sends no forms and leads nowhere. */
export function PreviewFrame({ title, path, fields }: PreviewFrameProps) {
  const store = useStoreName()
  const name = `preview${useId()}`
  const form = useRef<HTMLFormElement>(null)
  const key = JSON.stringify(fields)
  useEffect(() => form.current?.submit(), [key, path])
  return (
    <>
      {/* Elsewhere, since frames stand beside fields of other forms. */}
      {createPortal(
        <form ref={form} class="hidden" method="post" action={sitePath(store, path)} target={name} aria-hidden="true">
          {Object.entries(fields).map(([field, value]) => (
            <textarea key={field} name={field} value={value} tabIndex={-1} readOnly />
          ))}
        </form>,
        document.body,
      )}
      <iframe
        class="preview-frame"
        title={title}
        name={name}
        sandbox="allow-same-origin"
        onLoad={({ currentTarget }) =>
          currentTarget.contentDocument?.addEventListener('click', (event) => event.preventDefault())
        }
      />
    </>
  )
}
