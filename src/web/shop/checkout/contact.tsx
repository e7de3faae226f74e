import { withCountryCode } from '../../../shared/callable-phone.ts'
import type { PersonalVisit } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { Field } from '../views/field.tsx'

interface Props {
  me: { name: string; phone: string; email: string | null } | null
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
  sendsMails: boolean
}

export function Contact({ me, visit, sendsMails }: Props) {
  const { country } = useShop()
  return (
    <fieldset class="fieldset">
      <legend>Contact</legend>
      <div class="pair">
        <Field
          {...{ visit, name: 'buyer.name', label: 'Name', initial: me?.name }}
          autocomplete="name"
          maxlength={255}
          required
        />
        <Field
          {...{ visit, name: 'buyer.phone', label: 'Phone', initial: me && withCountryCode(me.phone, country) }}
          type="tel"
          autocomplete="tel"
          maxlength={50}
          hint="For questions about the delivery, and to look your order up. From abroad with + and the country code."
          required
        />
      </div>
      <Field
        {...{ visit, name: 'buyer.email', label: 'Email', initial: me?.email }}
        type="email"
        autocomplete="email"
        maxlength={255}
        hint={sendsMails ? 'For the confirmation.' : 'For questions about your order.'}
      />
    </fieldset>
  )
}
