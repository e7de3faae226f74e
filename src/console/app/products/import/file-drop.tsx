import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Icon } from '../../parts/icons.tsx'

interface FileDropProps {
  file: File | null
  isBusy: boolean
  onFile: (file: File) => void
  example: { href: string; name: string }
  /** What is taken. */
  children: ComponentChildren
}

/** Takes a CSV file that is dropped or chosen. */
export function FileDrop({ file, isBusy, onFile, example, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null | undefined) => {
    const [first] = files ?? []
    if (first && !isBusy) onFile(first)
  }
  return (
    <fieldset
      class="drop"
      data-over={isOver || undefined}
      aria-label="File to import"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <Icon name="upload" />
      {file && <bdi class="drop-file">{file.name}</bdi>}
      <p>
        {file ? 'Drop a corrected file, or ' : 'Drop a CSV file here, or '}
        <button type="button" class="link-button" disabled={isBusy} onClick={() => input.current?.click()}>
          choose {file ? 'another' : 'one'}
        </button>
      </p>
      <p class="quiet">{children}</p>
      <a href={example.href} download={example.name}>
        Download an example
      </a>
      <input
        ref={input}
        type="file"
        class="hidden"
        tabindex={-1}
        aria-label="CSV file"
        accept=".csv,text/csv"
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
    </fieldset>
  )
}
