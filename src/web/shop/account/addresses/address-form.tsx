import type { ShopAddressFragment } from '../../../../generated/operations/graphql.ts'
import { graphql } from '../../../../generated/operations/index.ts'
import type { PersonalVisit } from '../../http/personal/personal-page.ts'
import { Problems } from '../../views/alert.tsx'
import { CountryField } from '../../views/country-field.tsx'
import { Field } from '../../views/field.tsx'
import { NextField } from '../session/known-customer.tsx'

graphql(`fragment ShopAddress on Address { id name lines city region postalCode country phone isDefault }`)

const FIELDS = ['name', 'lines', 'city', 'region', 'postalCode', 'country', 'phone']

interface Props {
  action: string
  button: string
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
  /** To begin with. */
  initial?: Partial<Omit<ShopAddressFragment, 'id'>>
  /** The path in the shop of the page that follows; empty for the addresses. */
  next?: string
}

export function AddressForm({ action, button, visit, initial = {}, next = '' }: Props) {
  const wasSent = Object.keys(visit.fields).length > 0
  const isDefault = wasSent ? visit.fields.isDefault !== undefined : (initial.isDefault ?? false)
  return (
    <>
      <Problems refusal={visit.refusal} fields={FIELDS} />
      <form class="card-box" method="post" action={action}>
        <NextField next={next} />
        <Field
          {...{ visit, name: 'name', label: 'Name', initial: initial.name }}
          autocomplete="name"
          maxlength={255}
          required
        />
        <Field
          {...{ visit, name: 'lines', label: 'Address', initial: initial.lines?.join('\n') }}
          autocomplete="street-address"
          rows={3}
          maxlength={404}
          hint="Street and house number, up to four lines."
          required
        />
        <div class="pair">
          <Field
            {...{ visit, name: 'postalCode', label: 'Postal code', initial: initial.postalCode }}
            autocomplete="postal-code"
            maxlength={20}
          />
          <Field
            {...{ visit, name: 'city', label: 'City or town', initial: initial.city }}
            autocomplete="address-level2"
            maxlength={100}
            required
          />
        </div>
        <div class="pair">
          <Field
            {...{ visit, name: 'region', label: 'State or region', initial: initial.region }}
            autocomplete="address-level1"
            maxlength={100}
          />
          <CountryField {...{ visit, name: 'country', initial: initial.country }} otherwise="Not given" />
        </div>
        <Field
          {...{ visit, name: 'phone', label: 'Phone', initial: initial.phone }}
          type="tel"
          autocomplete="tel"
          maxlength={50}
          hint="For the carrier."
        />
        <label class="check">
          <input type="checkbox" name="isDefault" value="1" checked={isDefault} />
          <span>Use this address unless I choose another</span>
        </label>
        <button class="button" type="submit">
          {button}
        </button>
      </form>
    </>
  )
}
