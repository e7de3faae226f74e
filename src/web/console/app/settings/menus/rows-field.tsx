import { useId, useRef } from 'preact/hooks'
import { CategoriesDocument, type MenusQuery } from '../../../../../generated/console/documents.ts'
import { useData } from '../../data/use-data.ts'
import type { Control } from '../../parts/form/record-fields.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMayChange } from '../../session/store-context.tsx'
import { Mistake } from '../mistake.tsx'
import { type MenuRow, movedRow, type TargetKind } from './menu-rows.ts'

const MOST = 50

const kinds: readonly (readonly [TargetKind, string])[] = [
  ['page', 'A page'],
  ['category', 'A category'],
  ['url', 'A link'],
  ['heading', 'Nothing: a heading'],
]

const blank: MenuRow = { level: 0, label: '', kind: 'page', target: '', notice: '' }

interface RowsFieldProps extends Control<readonly MenuRow[]> {
  place: string
  pages: NonNullable<MenusQuery['pages']>
}

/** The entries of a menu in both levels: added, nested and moved by buttons, which keys and fingers reach alike. */
export function RowsField({ place, value: rows, onChange, errors, pages }: RowsFieldProps) {
  const seesCategories = useMayChange('catalogue')
  const { data } = useData(CategoriesDocument, {}, { enabled: seesCategories })
  const list = useRef<HTMLUListElement>(null)
  const categories = useId()

  const change = (at: number, part: Partial<MenuRow>) =>
    onChange(rows.toSpliced(at, 1, { ...(rows[at] ?? blank), ...part }))

  function move(at: number, by: -1 | 1): void {
    const moved = movedRow(rows, at, by)
    if (!moved) return
    onChange(moved.rows)
    say(`${nameOf(rows[at], at)} moved ${by < 0 ? 'up' : 'down'}`)
    // The button goes with the entry.
    requestAnimationFrame(() => {
      const buttons = list.current?.children[moved.at]?.querySelectorAll<HTMLButtonElement>('.order-buttons button')
      const [up, down] = [...(buttons ?? [])]
      const wanted = by < 0 ? up : down
      ;(wanted?.disabled ? (by < 0 ? down : up) : wanted)?.focus()
    })
  }

  return (
    <fieldset class="checks">
      <legend class="hidden">{place}</legend>
      <datalist id={categories}>
        {data?.categories?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul class="entries" ref={list}>
        {rows.map((row, at) => (
          <li key={at} class={row.level === 1 ? 'entry menu-below' : 'entry'}>
            <div class="menu-row">
              <label class="field">
                <span class="field-label">Text of entry {at + 1}</span>
                <input
                  class="input"
                  value={row.label}
                  maxLength={60}
                  onInput={({ currentTarget }) => change(at, { label: currentTarget.value })}
                />
              </label>
              <label class="field">
                <span class="field-label">Entry {at + 1} leads to</span>
                <select
                  class="input"
                  value={row.kind}
                  onChange={({ currentTarget }) =>
                    // Its options are the kinds.
                    change(at, { kind: currentTarget.value as TargetKind, target: '', notice: '' })
                  }
                >
                  {kinds.map(([kind, words]) => (
                    <option key={kind} value={kind}>
                      {words}
                    </option>
                  ))}
                </select>
              </label>
              {row.kind !== 'heading' && (
                <Target
                  row={row}
                  label={targetLabel(row.kind, at)}
                  pages={pages}
                  categories={categories}
                  onChange={(part) => change(at, { ...part, notice: '' })}
                />
              )}
            </div>
            {row.notice && <p class="field-hint">{row.notice}</p>}
            <span class="order-buttons">
              <RowButton
                icon="up"
                label={`Move ${nameOf(row, at)} up`}
                isOff={!movedRow(rows, at, -1)}
                onClick={() => move(at, -1)}
              />
              <RowButton
                icon="down"
                label={`Move ${nameOf(row, at)} down`}
                isOff={!movedRow(rows, at, 1)}
                onClick={() => move(at, 1)}
              />
              <RowButton
                icon="right"
                label={`Put ${nameOf(row, at)} below the entry before it`}
                isOff={at === 0 || row.level === 1}
                onClick={() => change(at, { level: 1 })}
              />
              <RowButton
                icon="left"
                label={`Put ${nameOf(row, at)} on the first level`}
                isOff={row.level === 0}
                onClick={() => change(at, { level: 0 })}
              />
              <RowButton
                icon="trash"
                label={`Remove ${nameOf(row, at)}`}
                onClick={() => onChange(withoutRow(rows, at))}
              />
            </span>
          </li>
        ))}
      </ul>
      {rows.length < MOST ? (
        <div>
          <button type="button" class="button" onClick={() => onChange([...rows, blank])}>
            <Icon name="plus" /> Add an entry
          </button>
        </div>
      ) : (
        <p class="field-hint">A menu can have {MOST} entries.</p>
      )}
      <Mistake errors={errors} />
    </fieldset>
  )
}

const targetLabel = (kind: TargetKind, at: number): string =>
  `${{ page: 'Page', category: 'Category', url: 'Address', heading: '' }[kind]} of entry ${at + 1}`

const nameOf = (row: MenuRow | undefined, at: number): string => row?.label || `entry ${at + 1}`

/** The first of what is left is of the first level. */
const withoutRow = (rows: readonly MenuRow[], at: number): MenuRow[] =>
  rows.toSpliced(at, 1).map((row, index) => (index === 0 ? { ...row, level: 0 } : row))

interface RowButtonProps {
  icon: IconName
  label: string
  isOff?: boolean
  onClick: () => void
}

const RowButton = ({ icon, label, isOff = false, onClick }: RowButtonProps) => (
  <button type="button" class="icon-button" aria-label={label} disabled={isOff} onClick={onClick}>
    <Icon name={icon} />
  </button>
)

interface TargetProps {
  row: MenuRow
  label: string
  pages: RowsFieldProps['pages']
  /** The id of their list. */
  categories: string
  onChange: (part: Partial<MenuRow>) => void
}

function Target({ row, label, pages, categories, onChange }: TargetProps) {
  const id = useId()
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {row.kind === 'page' ? (
        <select
          class="input"
          id={id}
          value={row.target}
          onChange={({ currentTarget: { value } }) => {
            const title = pages.find((page) => page.id === value)?.title ?? ''
            onChange({ target: value, label: row.label || title.slice(0, 60) })
          }}
        >
          <option value="">Choose one</option>
          {pages.map((page) => (
            <option key={page.id} value={page.id}>
              {page.published ? page.title : `${page.title} (draft)`}
            </option>
          ))}
        </select>
      ) : (
        <input
          class="input"
          type="text"
          id={id}
          value={row.target}
          list={row.kind === 'category' ? categories : undefined}
          placeholder={row.kind === 'url' ? 'https:// or /contact' : undefined}
          onInput={({ currentTarget }) => onChange({ target: currentTarget.value })}
        />
      )}
    </div>
  )
}
