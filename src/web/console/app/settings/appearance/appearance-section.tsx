import { PreviewFrame } from '../../parts/preview-frame.tsx'
import { useLater } from '../../parts/use-later.ts'
import { SettingsForm, type SettingsPart, textOrNull } from '../store/settings-form.tsx'
import { ColorField } from './color-field.tsx'
import { LinksField, type TypedLink } from './links-field.tsx'
import { PictureField, type TypedPicture } from './picture-field.tsx'

const WAIT_MS = 300

type AppearanceValues = {
  name: string
  accentColor: string
  heroText: string
  logo: TypedPicture
  heroPicture: TypedPicture
  links: readonly TypedLink[]
}

const typedPicture = (picture: TypedPicture | null | undefined): TypedPicture => ({
  url: picture?.url ?? '',
  alt: picture?.alt ?? '',
})

const pictureOrNull = ({ url, alt }: TypedPicture) => (url.trim() ? { url: url.trim(), alt: alt.trim() } : null)

const appearanceOf = (values: AppearanceValues) => ({
  name: textOrNull(values.name),
  accentColor: textOrNull(values.accentColor),
  heroText: textOrNull(values.heroText),
  logo: pictureOrNull(values.logo),
  heroPicture: pictureOrNull(values.heroPicture),
  links: values.links.map(({ label, url }) => ({ label: label.trim(), url: url.trim() })),
})

const part: SettingsPart<AppearanceValues> = {
  name: 'appearance',
  labels: {
    name: 'Name of the shop',
    accentColor: 'Colour',
    heroText: 'Welcome text',
    logo: 'Logo',
    heroPicture: 'Picture',
    links: 'Links',
  },
  valuesOf: ({ appearance }) => ({
    name: appearance.name ?? '',
    accentColor: appearance.accentColor ?? '',
    heroText: appearance.heroText ?? '',
    logo: typedPicture(appearance.logo),
    heroPicture: typedPicture(appearance.heroPicture),
    links: appearance.links.map(({ label, url }) => ({ label, url })),
  }),
  inputOf: (values) => ({ appearance: appearanceOf(values) }),
  fieldOf: (path) => path.replace('appearance.', '').replace(/[.[].*/, ''),
}

export default function AppearanceSection() {
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
            <section class="card">
              {fields.custom('links', (control) => (
                <LinksField {...control} />
              ))}
            </section>
          </div>
          <div class="preview-side">
            <h2>Preview</h2>
            <form.Subscribe selector={({ values }) => JSON.stringify(appearanceOf(values))}>
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
