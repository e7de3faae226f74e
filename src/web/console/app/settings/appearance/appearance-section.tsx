import { type FormField, formFormat, lineOrNull } from '../../parts/form/form-fields.ts'
import { PreviewFrame } from '../../parts/preview-frame.tsx'
import { useLater } from '../../parts/use-later.ts'
import { useFormats } from '../../session/store-context.tsx'
import { groupPart, SettingsForm } from '../store/settings-form.tsx'
import { ColorField } from './color-field.tsx'
import { PictureField, type TypedPicture } from './picture-field.tsx'

const WAIT_MS = 300

/** It is sent as null without an address. */
const picture = (label: string): FormField<TypedPicture, TypedPicture, TypedPicture | null> => ({
  label,
  typed: (stored) => ({ url: stored?.url ?? '', alt: stored?.alt ?? '' }),
  sent: ({ url, alt }) => (url.trim() ? { url: url.trim(), alt: alt.trim() } : null),
})

const format = formFormat({
  name: lineOrNull('Name of the shop'),
  accentColor: lineOrNull('Colour'),
  heroText: lineOrNull('Welcome text'),
  logo: picture('Logo'),
  heroPicture: picture('Picture'),
})

const part = groupPart('appearance', format)

export default function AppearanceSection() {
  const { numbers } = useFormats()
  return (
    <SettingsForm part={part}>
      {({ fields, form }, { businessName }) => (
        <div class="preview">
          <div class="column-main">
            <section class="card">
              {fields.text('name', {
                placeholder: businessName,
                maxLength: 100,
                hint: 'Left empty, it is the name of the store.',
              })}
              {fields.custom('accentColor', (control) => (
                <ColorField {...control} />
              ))}
              {fields.custom('logo', (control) => (
                <PictureField label="Logo" {...control} />
              ))}
            </section>
            <section class="card">
              <h2>Home page</h2>
              {fields.longText('heroText', { rows: 4, hint: 'At most 400 characters.' })}
              {fields.custom('heroPicture', (control) => (
                <PictureField label="Picture" {...control} />
              ))}
            </section>
            <p class="quiet">Links at the foot of each page are under Settings, Menus.</p>
          </div>
          <div class="preview-side">
            <h2>Preview</h2>
            <form.Subscribe selector={({ values }) => JSON.stringify(format.inputOf(values, numbers))}>
              {(appearance) => <Preview appearance={appearance} />}
            </form.Subscribe>
            <p class="quiet">Nothing is shown to shoppers before you save.</p>
          </div>
        </div>
      )}
    </SettingsForm>
  )
}

function Preview({ appearance }: { appearance: string }) {
  const later = useLater(appearance, WAIT_MS)
  return <PreviewFrame title="How the shop looks" path="preview" fields={{ appearance: later }} />
}
