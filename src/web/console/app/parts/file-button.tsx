import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

export const PICTURES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

interface FileButtonProps {
  class: string
  /** Of the field behind the button. */
  label: string
  /** As an input's. */
  accept: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: readonly File[]) => void
  children: ComponentChildren
}

/** Opens the browser's choice of files. The same file can be chosen again. */
export function FileButton({ class: look, label, accept, multiple, disabled, onFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={look} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        class="hidden"
        tabindex={-1}
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
