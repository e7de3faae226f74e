import { useMemo } from 'preact/hooks'
import {
  BusinessDocument,
  type BusinessFragment,
  UpdateBusinessDocument,
} from '../../../../../generated/console/documents.ts'
import {
  type BusinessPath,
  businessEntries,
  businessFields,
  MAX_REGISTRATION_NUMBERS,
} from '../../../../../shared/business/business-fields.ts'
import { regionsOf, regionWord } from '../../../../../shared/regions.ts'
import { request } from '../../data/request.ts'
import { useChange, useData } from '../../data/use-data.ts'
import { countries } from '../../parts/countries.ts'
import { useRecordForm } from '../../parts/form/record-form.tsx'
import { RecordFrame } from '../../parts/form/record-frame.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { useMayChange, useStore } from '../../session/store-context.tsx'
import { EntriesField } from '../entries-field.tsx'
import {
  type BusinessValues,
  fieldOf,
  inputOf,
  isText,
  labels,
  nameOf,
  type TextPath,
  valuesOf,
} from './business-values.ts'
import { MissingDetails } from './missing-details.tsx'

export default function BusinessSection() {
  const query = useData(BusinessDocument, {})
  return <QueryView query={query}>{({ store }) => store && <BusinessForm business={store.business} />}</QueryView>
}

function BusinessForm({ business }: { business: BusinessFragment }) {
  const { session } = useStore()
  const mayChange = useMayChange('settings')
  const values = useMemo(() => valuesOf(business), [business])
  const update = useChange(UpdateBusinessDocument, { invalidates: ['Business', 'PageTemplates'] })
  const record = useRecordForm<BusinessValues>({
    draft: 'settings:business',
    values,
    version: business.version,
    labels,
    shownAs: { registrationNumbers: (numbers) => numbersInWords(numbers as BusinessValues['registrationNumbers']) },
    fieldOf,
    save: (typed, version) => update.mutateAsync({ input: inputOf(typed), version: version ?? 0 }),
    async read() {
      const { store } = await request(session.store, BusinessDocument, {})
      const read = store?.business ?? business
      return { values: valuesOf(read), version: read.version }
    },
  })
  const { form } = record
  return (
    <RecordFrame record={record} label="Business" mayChange={mayChange}>
      <p class="quiet">
        Who sells, and how customers reach you. Everybody sees it: one line at the foot of the shop, all of it on its
        contact page and under each mail, also while the shop needs a password.
      </p>
      <form.Subscribe selector={({ values }) => JSON.stringify(values)}>
        {(typed) => <MissingDetails values={JSON.parse(typed) as BusinessValues} />}
      </form.Subscribe>
      <section class="card">
        <h2>Name and address</h2>
        <Texts record={record} of={(path) => path === 'legalName' || path.startsWith('address.')} />
      </section>
      <section class="card">
        <h2>Contact</h2>
        <Texts record={record} of={(path) => path === 'phone' || path === 'email'} />
      </section>
      <section class="card">
        <h2>Registration</h2>
        <Texts record={record} of={(path) => path === 'tradeRegister' || path === 'representatives'} />
        {record.fields.custom('registrationNumbers', (control) => (
          <EntriesField
            {...control}
            title={businessFields.registrationNumbers.label}
            about="Such as CIN, GSTIN, company or VAT number."
            of="number"
            most={MAX_REGISTRATION_NUMBERS}
            blank={{ name: '', number: '' }}
          >
            {(entry, change, at) => (
              <>
                <EntryText label={`What number ${at} is`} value={entry.name} onType={(name) => change({ name })} />
                <EntryText label={`Number ${at}`} value={entry.number} onType={(number) => change({ number })} />
              </>
            )}
          </EntriesField>
        ))}
      </section>
      <section class="card">
        <h2>Grievance officer</h2>
        <p class="quiet">Who answers complaints. India asks for one.</p>
        <Texts record={record} of={(path) => path.startsWith('grievanceOfficer.')} />
      </section>
    </RecordFrame>
  )
}

const numbersInWords = (numbers: BusinessValues['registrationNumbers']): string =>
  numbers.map(({ name, number }) => `${name} ${number}`).join(', ')

type Record = ReturnType<typeof useRecordForm<BusinessValues>>

/** The fields of the table that belong here, each by its kind. */
function Texts({ record, of }: { record: Record; of: (path: BusinessPath) => boolean }) {
  return (
    <div class="form-grid">
      {businessEntries.map(([path]) => of(path) && isText(path) && <Text key={path} record={record} path={path} />)}
    </div>
  )
}

function Text({ record: { fields, form }, path }: { record: Record; path: TextPath }) {
  const { kind, max, hint } = { hint: undefined, ...businessFields[path] }
  const name = nameOf(path)
  const options = { maxLength: max, ...(hint !== undefined && { hint }) }
  switch (kind) {
    case 'country':
      return fields.select(name, { options: [['', 'Not given'], ...countries()] })
    case 'region':
      return (
        <form.Subscribe selector={({ values }) => values.address_country}>
          {(country) => {
            const regions = country === '' ? null : regionsOf(country)
            return regions
              ? fields.select(name, { options: [['', 'Not given'], ...regions], hint: regionWord(country) })
              : fields.text(name, options)
          }}
        </form.Subscribe>
      )
    case 'names':
      return fields.longText(name, { rows: 3, ...(hint !== undefined && { hint }) })
    case 'email':
      return fields.text(name, { ...options, type: 'email' })
    case 'phone':
      return fields.text(name, { ...options, type: 'tel' })
    default:
      return fields.text(name, options)
  }
}

interface EntryTextProps {
  label: string
  value: string
  onType: (typed: string) => void
}

const EntryText = ({ label, value, onType }: EntryTextProps) => (
  <label class="field">
    <span class="field-label">{label}</span>
    <input
      class="input"
      value={value}
      maxLength={businessFields.registrationNumbers.max}
      onInput={({ currentTarget }) => onType(currentTarget.value)}
    />
  </label>
)
