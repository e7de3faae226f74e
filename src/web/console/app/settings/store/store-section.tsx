import { timeZoneChoices } from '../../../../../shared/time-zones.ts'
import { OpenOrClosed } from '../../opening/opening-card.tsx'
import { choice, formFormat, line, lineOrNull, number, orZero } from '../../parts/form/form-fields.ts'
import { AccessPassword } from './access-password.tsx'
import { SettingsForm } from './settings-form.tsx'

const part = {
  name: 'store',
  ...formFormat({
    businessName: line('Name'),
    timeZone: choice('Time zone', ''),
    locale: lineOrNull('Amounts and dates'),
    ownerEmail: lineOrNull('Your email address'),
    replyTo: lineOrNull('Address for replies'),
    storefrontUrl: lineOrNull('Storefront'),
    cancellableMinutes: orZero(number('Minutes to cancel')),
    lowStockThreshold: orZero(number('Low stock')),
    active: choice('Switched on', true),
    shopEnabled: choice('Shop in the browser', true),
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
                {fields.text('locale', {
                  maxLength: 20,
                  placeholder: 'en-IN',
                  hint: 'How the shop and mails write them: a language and country such as en-IN or de-DE. Empty: as in the country of your business, or with your currency. Words stay English.',
                })}
              </div>
              {fields.toggle('active', {
                hint: 'When it is off, shoppers and programs find no store at all. You can still work here.',
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
      <OpenOrClosed />
      <AccessPassword />
    </>
  )
}
