import { useMemo } from 'preact/hooks'
import {
  type MenuFragment,
  MenusDocument,
  type MenusQuery,
  SetMenuDocument,
} from '../../../../../generated/console/documents.ts'
import { RequestError, request } from '../../data/request.ts'
import { useChange, useData } from '../../data/use-data.ts'
import { useRecordForm } from '../../parts/form/record-form.tsx'
import { RecordFrame } from '../../parts/form/record-frame.tsx'
import { PreviewFrame } from '../../parts/preview-frame.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { useLater } from '../../parts/use-later.ts'
import { useMayChange, useStore } from '../../session/store-context.tsx'
import { goneIn, inputOf, type MenuRow, rowAt, rowsOf } from './menu-rows.ts'
import { RowsField } from './rows-field.tsx'

const WAIT_MS = 300

const titles = { HEADER: 'Header', FOOTER: 'Footer' } as const
const abouts = {
  HEADER: 'At the top of each page. While it is empty, your categories stand there.',
  FOOTER: 'At the foot of each page. An entry with others below it is a column of its own.',
} as const

export default function MenusSection() {
  const query = useData(MenusDocument, {})
  return (
    <QueryView query={query}>
      {({ menus, pages }) => (
        <>
          {menus?.map((menu) => (
            <MenuForm key={menu.place} menu={menu} pages={pages ?? []} />
          ))}
        </>
      )}
    </QueryView>
  )
}

interface MenuFormProps {
  menu: MenuFragment
  pages: NonNullable<MenusQuery['pages']>
}

function MenuForm({ menu, pages }: MenuFormProps) {
  const { place } = menu
  const { session } = useStore()
  const mayChange = useMayChange('settings')
  const values = useMemo(() => ({ entries: rowsOf(menu) as readonly MenuRow[] }), [menu])
  const set = useChange(SetMenuDocument, { invalidates: ['Menus', 'StoreSettings'] })
  const gone = goneIn(menu)
  const record = useRecordForm<{ entries: readonly MenuRow[] }>({
    draft: `menu:${place}`,
    values,
    version: menu.version,
    labels: { entries: titles[place] },
    shownAs: { entries: (rows) => (rows as MenuRow[]).map(({ label }) => label).join(', ') },
    fieldOf: () => 'entries',
    async save({ entries }, version) {
      try {
        await set.mutateAsync({ place, entries: inputOf(entries), version: version ?? 0 })
      } catch (error) {
        throw withLabels(error as RequestError, entries)
      }
    },
    async read() {
      const { menus } = await request(session.store, MenusDocument, {})
      const read = menus?.find((one) => one.place === place) ?? menu
      return { values: { entries: rowsOf(read) }, version: read.version }
    },
  })
  return (
    <RecordFrame record={record} label={`${titles[place]} menu`} mayChange={mayChange}>
      <section class="card">
        <h2>{titles[place]}</h2>
        <p class="quiet">{abouts[place]}</p>
        {gone.length > 0 && (
          <p class="banner" data-tone="warn" role="status">
            No longer in the shop, since the page or category is gone: {gone.join(', ')}.
          </p>
        )}
        {record.fields.custom('entries', (control) => (
          <RowsField {...control} place={titles[place]} pages={pages} />
        ))}
        <details>
          <summary>Preview</summary>
          <record.form.Subscribe selector={({ values }) => JSON.stringify(inputOf(values.entries))}>
            {(entries) => <Preview place={place} entries={entries} />}
          </record.form.Subscribe>
        </details>
      </section>
    </RecordFrame>
  )
}

/** Each mistake with the entry that it is about. */
function withLabels(error: RequestError, rows: readonly MenuRow[]): RequestError {
  const mistakes = error.mistakes.map(({ field, message }) => {
    const at = rowAt(rows, field)
    return { field, message: field === '' ? message : `${rows[at]?.label || `Entry ${at + 1}`}: ${message}` }
  })
  return new RequestError(error.code, error.message, mistakes, error)
}

function Preview({ place, entries }: { place: MenuFragment['place']; entries: string }) {
  const menu = useLater(entries, WAIT_MS)
  return <PreviewFrame title={`How the ${titles[place].toLowerCase()} looks`} path="preview" fields={{ place, menu }} />
}
