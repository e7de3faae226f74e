import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { TypedDocumentString } from '../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { Failure } from '../parts/failure.tsx'
import { useLater } from '../parts/use-later.ts'

const WAIT_MS = 250

interface SearchProps<Result, Node> {
  label: string
  placeholder: string
  /** The name of the list of what is found. */
  results: string
  /** Shown when nothing is found. */
  none: string
  document: TypedDocumentString<Result, { search: string }>
  nodesOf: (result: Result) => readonly Node[] | null | undefined
  /** One `li` or several. */
  children: (node: Node) => ComponentChildren
}

/** A field that searches while one types, and the list of what it finds. Enter presses the button of its first row. */
export function Search<Result, Node>(props: SearchProps<Result, Node>) {
  const { label, placeholder, results, none, document, nodesOf, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [typed, setTyped] = useState('')
  const text = useLater(typed.trim(), WAIT_MS)
  const { data, error } = useData(document, { search: text }, { enabled: text !== '' })
  const found = text === '' || !data ? [] : (nodesOf(data) ?? [])
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
    </div>
  )
}
