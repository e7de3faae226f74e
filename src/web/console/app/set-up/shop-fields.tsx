import { AccountField } from '../parts/form/account-field.tsx'
import type { Mistakes } from '../parts/form/use-refusal.ts'
import { currencyWords, proposedZone, shortNameOf, storeCountries } from './proposals.ts'
import type { Typed } from './use-typed.ts'

interface ShopFieldsProps {
  typed: Typed
  mistakes: Mistakes
  /** Id and words of those of the country. */
  zones: readonly (readonly [string, string])[]
  onChange: (name: keyof Typed, value: string) => void
}

/** What the new shop is called and where it is; its short name follows its name until somebody changes it. */
export function ShopFields({ typed, mistakes, zones, onChange }: ShopFieldsProps) {
  return (
    <>
      <AccountField
        label="Name of the shop"
        name="shop.name"
        autocomplete="organization"
        autocapitalize="words"
        enterkeyhint="next"
        maxLength={200}
        value={typed['shop.name']}
        mistake={mistakes['shop.name']}
        onInput={({ currentTarget: { value } }) => {
          const isProposed = typed['shop.subdomain'] === shortNameOf(typed['shop.name'])
          onChange('shop.name', value)
          if (isProposed) onChange('shop.subdomain', shortNameOf(value))
        }}
      />
      <AccountField
        label="Short name"
        name="shop.subdomain"
        autocomplete="off"
        autocapitalize="none"
        enterkeyhint="next"
        maxLength={100}
        value={typed['shop.subdomain']}
        mistake={mistakes['shop.subdomain']}
        hint={<AddressOf shortName={typed['shop.subdomain']} />}
        onInput={({ currentTarget }) => onChange('shop.subdomain', currentTarget.value)}
      />
      <AccountField
        label="Country"
        name="shop.country"
        mistake={mistakes['shop.country']}
        hint={currencyWords(typed['shop.country'])}
      >
        {(control) => (
          <select
            class="input"
            {...control}
            autocomplete="country"
            value={typed['shop.country']}
            onChange={({ currentTarget: { value } }) => {
              onChange('shop.country', value)
              onChange('shop.time_zone', proposedZone(value))
            }}
          >
            <Choices of={storeCountries()} />
          </select>
        )}
      </AccountField>
      {zones.length > 1 && (
        <AccountField
          label="Time zone"
          name="shop.time_zone"
          mistake={mistakes['shop.time_zone']}
          hint="Days of orders and figures begin at its midnight."
        >
          {(control) => (
            <select
              class="input"
              {...control}
              value={typed['shop.time_zone']}
              onChange={({ currentTarget }) => onChange('shop.time_zone', currentTarget.value)}
            >
              <Choices of={zones} />
            </select>
          )}
        </AccountField>
      )}
    </>
  )
}

const Choices = ({ of: choices }: { of: readonly (readonly [string, string])[] }) => (
  <>
    <option value="">Choose…</option>
    {choices.map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </>
)

const AddressOf = ({ shortName }: { shortName: string }) => (
  <>
    Small letters, digits and hyphens. Its address will be{' '}
    <bdi class="door-address">
      {location.host}/shop/<strong>{shortName.trim().toLowerCase() || '…'}</strong>
    </bdi>
  </>
)
