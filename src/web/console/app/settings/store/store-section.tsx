import { timeZoneChoices } from '../../../../../shared/time-zones.ts'
import { numberOf, typedNumber } from '../../parts/form/typed-numbers.ts'
import { AccessPassword } from './access-password.tsx'
import { SettingsForm, type SettingsPart, textOrNull } from './settings-form.tsx'

type StoreValues = {
  businessName: string
  timeZone: string
  ownerEmail: string
  replyTo: string
  storefrontUrl: string
  cancellableMinutes: string
  lowStockThreshold: string
  active: boolean
  shopEnabled: boolean
}

const part: SettingsPart<StoreValues> = {
  name: 'store',
  labels: {
    businessName: 'Name',
    timeZone: 'Time zone',
    ownerEmail: 'Your email address',
    replyTo: 'Address for replies',
    storefrontUrl: 'Storefront',
    cancellableMinutes: 'Minutes to cancel',
    lowStockThreshold: 'Low stock',
    active: 'Open to shoppers',
    shopEnabled: 'Shop in the browser',
  },
  valuesOf: (store, numbers) => ({
    businessName: store.businessName,
    timeZone: store.timeZone,
    ownerEmail: store.ownerEmail ?? '',
    replyTo: store.replyTo ?? '',
    storefrontUrl: store.storefrontUrl ?? '',
    cancellableMinutes: typedNumber(store.cancellableMinutes, numbers),
    lowStockThreshold: typedNumber(store.lowStockThreshold, numbers),
    active: store.active,
    shopEnabled: store.shopEnabled,
  }),
  inputOf: (values, numbers) => ({
    businessName: values.businessName.trim(),
    timeZone: values.timeZone,
    ownerEmail: textOrNull(values.ownerEmail),
    replyTo: textOrNull(values.replyTo),
    storefrontUrl: textOrNull(values.storefrontUrl),
    cancellableMinutes: numberOf(values.cancellableMinutes, numbers) ?? 0,
    lowStockThreshold: numberOf(values.lowStockThreshold, numbers) ?? 0,
    active: values.active,
    shopEnabled: values.shopEnabled,
  }),
}

export default function StoreSection() {
  return (
    <>
      <SettingsForm part={part}>
        {({ fields }, settings) => (
          <>
            <section class="card">
              <h2>The store</h2>
              <div class="form-grid">
                {fields.text('businessName', { required: true, maxLength: 255, autocomplete: 'organization' })}
                {fields.select('timeZone', {
                  options: timeZoneChoices(Intl.supportedValuesOf('timeZone'), settings.timeZone),
                  hint: 'Days and figures follow it.',
                })}
              </div>
              {fields.toggle('active', {
                hint: 'When it is off, nobody can see products or buy. You can still work here.',
              })}
              {fields.toggle('shopEnabled', {
                hint: `At /shop/${settings.subdomain}. Switch it off if you have a storefront of your own.`,
              })}
            </section>
            <section class="card">
              <h2>Mail and links</h2>
              <div class="form-grid">
                {fields.text('ownerEmail', {
                  type: 'email',
                  autocomplete: 'email',
                  hint: 'New leads and orders are announced there. Nobody else sees it.',
                })}
                {fields.text('replyTo', {
                  type: 'email',
                  hint: 'Where customers’ replies go; your address if it is empty.',
                })}
                {fields.text('storefrontUrl', {
                  type: 'url',
                  placeholder: 'https://',
                  hint: 'Links in mails lead there; to the shop here if it is empty.',
                })}
              </div>
            </section>
            <section class="card">
              <h2>Orders and stock</h2>
              <div class="form-grid">
                {fields.number('cancellableMinutes', {
                  unit: 'min',
                  hint: 'How long customers can cancel an order that is paid and not shipped; 0 for not at all.',
                })}
                {fields.number('lowStockThreshold', {
                  unit: 'units',
                  hint: 'Stock at this number or below is shown as low.',
                })}
              </div>
            </section>
          </>
        )}
      </SettingsForm>
      <AccessPassword />
    </>
  )
}
