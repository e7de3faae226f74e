import type { ShopProductFragment } from '../../generated/operations/graphql.ts'
import { useShop } from '../door/shop-view.ts'
import { money } from '../views/money.ts'

type Variant = ShopProductFragment['variants'][number]

/** The one that the address names, else the first that can be bought. Null for a product without variants. */
export const variantShown = (variants: readonly Variant[], id: string): Variant | null =>
  variants.find((variant) => variant.id === id) ?? variants.find(({ available }) => available) ?? variants[0] ?? null

interface Props {
  variants: readonly Variant[]
  chosen: Variant | null
  path: string
}

/** A link for each, so that an address shows one of them without script. */
export function Variants({ variants, chosen, path }: Props) {
  const shop = useShop()
  if (variants.length === 0) return null
  const prices = new Set(variants.map(({ price, salePrice }) => salePrice ?? price))
  const names = [...new Set(variants.flatMap(({ options }) => options.map(({ name }) => name)))]
  return (
    <nav class="variants" aria-labelledby="variants">
      <p class="label" id="variants" dir="auto">
        {names.join(', ')}
      </p>
      <ul>
        {variants.map((variant) => (
          <li>
            <a
              class={variant.available ? 'variant' : 'variant out'}
              href={shop.at(path, { variant: variant.id })}
              aria-current={variant.id === chosen?.id ? 'true' : undefined}
              rel="nofollow"
            >
              <span dir="auto">{variant.options.map(({ value }) => value).join(', ')}</span>
              {!variant.available ? (
                <small>Sold out</small>
              ) : (
                prices.size > 1 && <small>{money(variant.salePrice ?? variant.price, shop.currency)}</small>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
