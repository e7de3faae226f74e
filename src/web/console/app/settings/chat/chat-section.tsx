import { choice, type FormField, formFormat, text } from '../../parts/form/form-fields.ts'
import { amountOf, mistakeIn, money, typedMoney } from '../../parts/form/typed-numbers.ts'
import { useFormats, useMayChange } from '../../session/store-context.tsx'
import { groupPart, type Settings, SettingsForm } from '../store/settings-form.tsx'
import { ChatTrial } from './chat-trial.tsx'
import { ServicesField, type TypedService } from './services-field.tsx'

type Services = Settings['chat']['services']

const services: FormField<Services, readonly TypedService[], Services> = {
  label: 'Services',
  typed: (stored, numbers) =>
    (stored ?? []).map(({ name, description, price }) => ({ name, description, price: typedMoney(price, numbers) })),
  sent: (typed, numbers) =>
    typed.map(({ name, description, price }) => ({
      name: name.trim(),
      description: description.trim(),
      price: amountOf(price, numbers),
    })),
}

const part = groupPart(
  'chat',
  formFormat({
    enabled: choice('The assistant answers shoppers', false),
    context: text('What it knows'),
    services,
  }),
)

export default function ChatSection() {
  const mayChange = useMayChange('settings')
  const { numbers } = useFormats()
  return (
    <SettingsForm part={part}>
      {({ fields, form }, { currency }) => (
        <>
          <section class="card">
            {fields.toggle('enabled', { hint: 'About your products, services and what you write below.' })}
            {fields.longText('context', {
              rows: 10,
              hint: 'Opening hours, returns, how you ship. At most 20,000 characters. The assistant may repeat all of it to shoppers.',
            })}
          </section>
          <section class="card">
            <form.Field
              name="services"
              validators={{
                onChange: ({ value }) => value.map(({ price }) => mistakeIn(price, numbers, money)).find(Boolean),
              }}
            >
              {(field) => (
                <ServicesField
                  value={field.state.value}
                  onChange={field.handleChange}
                  errors={field.state.meta.errors}
                  currency={currency}
                />
              )}
            </form.Field>
          </section>
          {mayChange && (
            <form.Subscribe selector={({ values }) => values.context}>
              {(context) => <ChatTrial context={context} />}
            </form.Subscribe>
          )}
        </>
      )}
    </SettingsForm>
  )
}
