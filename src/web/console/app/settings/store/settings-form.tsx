import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import {
  type StoreInput,
  StoreSettingsDocument,
  type StoreSettingsFragment,
  UpdateStoreDocument,
} from '../../../../../generated/console/documents.ts'
import { request } from '../../data/request.ts'
import { useChange, useData } from '../../data/use-data.ts'
import type { Fields, FormFormat, Typed } from '../../parts/form/form-fields.ts'
import { useRecordForm } from '../../parts/form/record-form.tsx'
import { RecordFrame } from '../../parts/form/record-frame.tsx'
import type { NumberFormat, TypedKind } from '../../parts/form/typed-numbers.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { useMayChange, useStore } from '../../session/store-context.tsx'

/** The queries that show settings. */
export const SETTINGS_QUERIES = ['StoreSettings', 'SetUp']

export type Settings = StoreSettingsFragment

/** What a section shows and saves of the store's settings. */
export interface SettingsPart<Values extends Record<string, unknown>> {
  /** Of the section; drafts are stored under it. */
  name: string
  labels: Partial<Record<keyof Values & string, string>>
  kinds: { [Name in keyof Values]?: TypedKind }
  valuesOf: (settings: Settings, numbers: NumberFormat) => Values
  inputOf: (values: Values, numbers: NumberFormat) => StoreInput
  /** The form's name of the server's field, where they differ. */
  fieldOf?: (path: string) => string
}

type Group = 'tax' | 'shipping' | 'loyalty' | 'chat' | 'appearance'

/** A section whose settings are together, in the store and in its input, under the section's name. */
export const groupPart = <Name extends Group, Of extends Fields>(
  name: Name,
  format: FormFormat<Of> & {
    valuesOf: (group: Settings[Name], numbers: NumberFormat) => Typed<Of>
    inputOf: (values: Typed<Of>, numbers: NumberFormat) => StoreInput[Name]
  },
): SettingsPart<Typed<Of>> => ({
  name,
  labels: format.labels,
  kinds: format.kinds,
  valuesOf: (settings, numbers) => format.valuesOf(settings[name], numbers),
  inputOf: (values, numbers) => ({ [name]: format.inputOf(values, numbers) }),
  // A mistake within a list stands at the list.
  fieldOf: (path) => path.replace(`${name}.`, '').replace(/[.[].*/, ''),
})

type Children<Values extends Record<string, unknown>> = (
  record: ReturnType<typeof useRecordForm<Values>>,
  settings: Settings,
) => ComponentChildren

/** A section of the store's settings: read, edited and saved with the version that it is based on. */
export function SettingsForm<Values extends Record<string, unknown>>({
  part,
  children,
}: {
  part: SettingsPart<Values>
  children: Children<Values>
}) {
  const query = useData(StoreSettingsDocument, {})
  return (
    <QueryView query={query}>
      {({ store }) => store && <Opened part={part} settings={store} children={children} />}
    </QueryView>
  )
}

function Opened<Values extends Record<string, unknown>>({
  part,
  settings,
  children,
}: {
  part: SettingsPart<Values>
  settings: Settings
  children: Children<Values>
}) {
  const { session, formats } = useStore()
  const { store } = session
  const { numbers } = formats
  const mayChange = useMayChange('settings')
  const values = useMemo(() => part.valuesOf(settings, numbers), [part, settings, numbers])
  const update = useChange(UpdateStoreDocument, { invalidates: SETTINGS_QUERIES })
  const record = useRecordForm<Values>({
    draft: `settings:${part.name}`,
    values,
    version: settings.version,
    labels: part.labels,
    kinds: part.kinds,
    ...(part.fieldOf && { fieldOf: part.fieldOf }),
    save: (values, version) => update.mutateAsync({ input: part.inputOf(values, numbers), version: version ?? 0 }),
    async read() {
      const { store: latest } = await request(store, StoreSettingsDocument, {})
      const read = latest ?? settings
      return { values: part.valuesOf(read, numbers), version: read.version }
    },
  })
  return (
    <RecordFrame record={record} label="Settings" mayChange={mayChange}>
      {children(record, settings)}
    </RecordFrame>
  )
}
