import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { TypedDocumentString } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { Failure } from '../parts/failure.tsx'
import { countText } from '../parts/pager.tsx'
import { useLater } from '../parts/use-later.ts'
import { useFormats } from '../session/store-context.tsx'

const WAIT_MS = 250

interface SearchProps<Result, Node> {
  label: string
  placeholder: string
  /** The name of the list of what is found. */
  results: string
  /** Shown when nothing is found. */
  none: string
  document: TypedDocumentString<Result, { search: string }>
  pageOf: (result: Result) => { nodes: readonly Node[]; totalCount: number } | null | undefined
  /** One `li` or several. */
  children: (node: Node) => ComponentChildren
}

/** A field that searches while one types, and the list of what it finds. Enter presses the button of its first row. */
export function Search<Result, Node>(props: SearchProps<Result, Node>) {
  const { label, placeholder, results, none, document, pageOf, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [typed, setTyped] = useState('')
  const text = useLater(typed.trim(), WAIT_MS)
  const { data, error } = useData(document, { search: text }, { enabled: text !== '' })
  const formats = useFormats()
  const page = text === '' || !data ? null : pageOf(data)
  const found = page?.nodes ?? []
  return (
    <div class="form">
      <label class="field">
        <span class="field-label">{label}</span>
        <input
          type="search"
          class="input"
          autocomplete="off"
          placeholder={placeholder}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Enter' && list.current?.querySelector('button')?.click()}
        />
      </label>
      {error && <Failure error={error} />}
      {text !== '' && data && found.length === 0 && (
        <p class="quiet" role="status">
          {none}
        </p>
      )}
      {found.length > 0 && (
        <ul class="rows" ref={list} aria-label={results}>
          {found.map(children)}
        </ul>
      )}
      {page && page.totalCount > found.length && found.length > 0 && (
        <p class="quiet" role="status">
          {found.length} of {countText(page.totalCount, formats)}. Type more to narrow the search.
        </p>
      )}
    </div>
  )
}
