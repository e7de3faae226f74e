import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { FileButton } from '../../parts/file-button.tsx'
import { Icon } from '../../parts/icons.tsx'

interface FileDropProps {
  /** Of the file that is shown; null for none. */
  fileName: string | null
  isBusy: boolean
  onFile: (file: File) => void
  example: { href: string; name: string }
  /** What is taken. */
  children: ComponentChildren
}

/** Takes a CSV file that is dropped or chosen. */
export function FileDrop({ fileName, isBusy, onFile, example, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const take = (files: Iterable<File>) => {
    const [first] = files
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
        take(event.dataTransfer?.files ?? [])
      }}
    >
      <Icon name="upload" />
      {fileName !== null && <bdi class="drop-file">{fileName}</bdi>}
      <p>
        {fileName !== null ? 'Drop a corrected file, or ' : 'Drop a CSV file here, or '}
        <FileButton class="link-button" label="CSV file" accept=".csv,text/csv" disabled={isBusy} onFiles={take}>
          choose {fileName !== null ? 'another' : 'one'}
        </FileButton>
      </p>
      <p class="quiet">{children}</p>
      <a href={example.href} download={example.name}>
        Download an example
      </a>
    </fieldset>
  )
}
