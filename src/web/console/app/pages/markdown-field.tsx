import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { gapsIn } from '../../../../shared/texts/text-gaps.ts'
import { pictureToUpload } from '../data/picture-to-upload.ts'
import { requestJson, sitePath } from '../data/request.ts'
import type { Control } from '../parts/form/record-fields.tsx'
import { Icon } from '../parts/icons.tsx'
import { sayError } from '../parts/toasts.tsx'
import { useMayChange, useStoreName } from '../session/store-context.tsx'
import { Mistake } from '../settings/mistake.tsx'

interface Mark {
  label: string
  shown: string
  /** What stands before and behind what is selected. */
  before: string
  after: string
  /** In place of an empty selection. */
  words: string
  /** Begins a line. */
  isLine?: true
}

const marks: readonly Mark[] = [
  { label: 'Heading', shown: 'H', before: '## ', after: '', words: 'Heading', isLine: true },
  { label: 'Bold', shown: 'B', before: '**', after: '**', words: 'bold' },
  { label: 'Italic', shown: 'I', before: '*', after: '*', words: 'italic' },
  { label: 'List', shown: '•', before: '- ', after: '', words: 'entry', isLine: true },
  { label: 'Link', shown: 'L', before: '[', after: '](https://)', words: 'text' },
]

/** A text in Markdown, with buttons for the marks that one forgets. */
export function MarkdownField({ value, onChange, errors }: Control<string>) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  /** Where the selection belongs once the new text is there. */
  const selected = useRef<readonly [number, number] | null>(null)
  const gaps = gapsIn(value).length

  useLayoutEffect(() => {
    if (!selected.current || !area.current) return
    area.current.focus()
    area.current.setSelectionRange(...selected.current)
    selected.current = null
  }, [value])

  function put({ before, after, words, isLine }: Omit<Mark, 'label' | 'shown'>): void {
    const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {}
    const text = value.slice(selectionStart, selectionEnd) || words
    const isAtStart = selectionStart === 0 || value[selectionStart - 1] === '\n'
    const lead = (isLine && !isAtStart ? '\n\n' : '') + before
    const start = selectionStart + lead.length
    selected.current = [start, start + text.length]
    onChange(value.slice(0, selectionStart) + lead + text + after + value.slice(selectionEnd))
  }

  return (
    <div class="field">
      <label class="field-label" for={id}>
        Text
      </label>
      <div class="text-marks" role="toolbar" aria-label="Marks" aria-controls={id}>
        {marks.map((mark) => (
          <button
            key={mark.label}
            type="button"
            class="icon-button"
            aria-label={mark.label}
            title={mark.label}
            onClick={() => put(mark)}
          >
            {mark.label === 'Link' ? <Icon name="link" /> : <span aria-hidden="true">{mark.shown}</span>}
          </button>
        ))}
        <PictureButton onDone={(url) => put({ before: '![', after: `](${url})`, words: 'what the picture shows' })} />
      </div>
      <textarea
        ref={area}
        class="input"
        id={id}
        rows={20}
        value={value}
        aria-describedby={`${id}-hint`}
        aria-invalid={errors.length > 0 || undefined}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <span class="field-hint" id={`${id}-hint`}>
        An empty line begins a new paragraph. HTML is shown as it is typed.
        {gaps > 0 && ` ${gaps} ${gaps === 1 ? 'place' : 'places'} in brackets […] left to fill.`}
      </span>
      <Mistake errors={errors} />
    </div>
  )
}

function PictureButton({ onDone }: { onDone: (url: string) => void }) {
  const store = useStoreName()
  const mayUpload = useMayChange('catalogue')
  const [isUploading, setUploading] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  if (!mayUpload) return null
  async function upload(file: File): Promise<void> {
    setUploading(true)
    try {
      const body = new FormData()
      body.append('file', await pictureToUpload(file), file.name)
      const { media } = await requestJson<{ media: { url: string } }>(sitePath(store, 'media'), {
        method: 'POST',
        body,
      })
      onDone(new URL(media.url).pathname)
    } catch (error) {
      sayError(error as Error)
    } finally {
      setUploading(false)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        class="hidden"
        accept="image/*"
        aria-label="Upload a picture"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void upload(file)
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        class="icon-button"
        aria-label="Picture"
        title="Picture"
        disabled={isUploading}
        onClick={() => input.current?.click()}
      >
        <Icon name="picture" />
      </button>
    </>
  )
}
