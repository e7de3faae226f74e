import type { ShopProductFragment } from '../../../generated/operations/graphql.ts'
import { useShop } from '../http/shop-view.ts'
import { Price } from '../views/price.tsx'
import { type OptionRow, type OptionValue, optionRows } from './option-rows.ts'

type Variant = ShopProductFragment['variants'][number]

/**
 * The one that the address names; else of those that can be bought the cheapest on sale, whose price the card has
 * promised, or the first. Null for a product without variants.
 */
export function variantShown(variants: readonly Variant[], id: string): Variant | null {
  const named = variants.find((variant) => variant.id === id)
  if (named) return named
  const offered = variants.filter(({ available }) => available)
  const onSale = offered.filter(({ salePrice }) => salePrice !== null)
  const [cheapest] = onSale.toSorted((a, b) => Number(a.salePrice) - Number(b.salePrice))
  return cheapest ?? offered[0] ?? variants[0] ?? null
}

interface Props {
  variants: readonly Variant[]
  chosen: Variant | null
  path: string
}

/** A row for each option; each of its values is a link, so that an address shows a variant without script. */
export function Variants({ variants, chosen, path }: Props) {
  if (!chosen) return null
  return (
    <nav class="variants" aria-label="Options">
      {optionRows(variants, chosen).map((row, index) => (
        <Row row={row} id={`option-${index + 1}`} isOnly={chosen.options.length === 1} path={path} />
      ))}
    </nav>
  )
}

interface RowProps {
  row: OptionRow<Variant>
  id: string
  /** Of the product. */
  isOnly: boolean
  path: string
}

/** More of them are smaller, without a second line: 30 then fit a phone's screen. */
const MOST_AT_FULL_SIZE = 12

function Row({ row: { name, values }, id, isOnly, path }: RowProps) {
  const prices = new Set(values.map(({ variant: { price, salePrice } }) => salePrice ?? price))
  const areMany = values.length > MOST_AT_FULL_SIZE
  const hasNotes = !areMany && (isOnly || prices.size > 1)
  return (
    <div>
      <p class="label" id={id}>
        <span dir="auto">{name}</span>
        {!isOnly && (
          <>
            : <small dir="auto">{values.find(({ isChosen }) => isChosen)?.value}</small>
          </>
        )}
      </p>
      <ul class={areMany ? 'many' : undefined} aria-labelledby={id}>
        {values.map((value) => (
          <li>
            <Value value={value} hasNote={hasNotes} hasPrice={prices.size > 1} path={path} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ValueProps {
  value: OptionValue<Variant>
  hasNote: boolean
  hasPrice: boolean
  path: string
}

function Value({ value: { value, variant, isChosen, isThere }, hasNote, hasPrice, path }: ValueProps) {
  const shop = useShop()
  const isOffered = isThere && variant.available
  return (
    <a
      class={isOffered ? 'variant' : 'variant out'}
      href={shop.at(path, { variant: variant.id })}
      aria-current={isChosen ? 'true' : undefined}
      rel="nofollow"
    >
      <span dir="auto">{value}</span>
      {!isOffered ? (
        <small class={hasNote && isThere ? undefined : 'unseen'}>
          {isThere ? 'Sold out' : 'Not in this combination'}
        </small>
      ) : (
        hasNote &&
        hasPrice && (
          <small>
            <Price {...variant} currency={shop.currency} />
          </small>
        )
      )}
    </a>
  )
}
