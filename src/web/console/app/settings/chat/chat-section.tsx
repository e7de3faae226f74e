import { amountOf, mistakeIn, money, typedMoney } from '../../parts/form/typed-numbers.ts'
import { useFormats, useMayChange } from '../../session/store-context.tsx'
import { SettingsForm, type SettingsPart } from '../store/settings-form.tsx'
import { ChatTrial } from './chat-trial.tsx'
import { ServicesField, type TypedService } from './services-field.tsx'

type ChatValues = { enabled: boolean; context: string; services: readonly TypedService[] }

const part: SettingsPart<ChatValues> = {
  name: 'chat',
  labels: { enabled: 'The assistant answers shoppers', context: 'What it knows', services: 'Services' },
  valuesOf: ({ chat }, numbers) => ({
    enabled: chat.enabled,
    context: chat.context,
    services: chat.services.map(({ name, description, price }) => ({
      name,
      description,
      price: typedMoney(price, numbers),
    })),
  }),
  inputOf: ({ enabled, context, services }, numbers) => ({
    chat: {
      enabled,
      context,
      services: services.map(({ name, description, price }) => ({
        name: name.trim(),
        description: description.trim(),
        price: amountOf(price, numbers),
      })),
    },
  }),
  fieldOf: (path) => path.replace('chat.', '').replace(/[.[].*/, ''),
}

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
