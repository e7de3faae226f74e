import type { ShopCartFragment } from '../../../generated/operations/graphql.ts'
import { MAX_QTY } from '../../../shared/bounds.ts'
import { productPath } from '../http/addresses.ts'
import { useShop } from '../http/shop-view.ts'
import { useMoney } from '../views/formats.ts'
import { Picture } from '../views/picture.tsx'

interface Props {
  item: ShopCartFragment['items'][number]
  currency: string
  notices: readonly { message: string }[]
}

export function CartLine({ item, currency, notices }: Props) {
  const money = useMoney()
  const shop = useShop()
  const { productId, variantId, qty, name, picture, available, unitPrice, lineTotal, variant } = item
  const href = shop.at(productPath(productId), { variant: variantId })
  const key = `${productId}-${variantId ?? ''}`
  return (
    <li class={available ? 'line' : 'line out'}>
      <Picture picture={picture ?? undefined} sizes="6rem" name={name ?? undefined} />
      <div class="line-text">
        <a href={href} dir="auto">
          {name}
        </a>
        {variant && variant.length > 0 && (
          <p class="quiet-text" dir="auto">
            {variant.map(({ name, value }) => `${name}: ${value}`).join(', ')}
          </p>
        )}
        {unitPrice !== null && <p class="quiet-text">{money(unitPrice, currency)} each</p>}
        <Changes {...{ item, currency }} />
        {notices.map(({ message }) => (
          <p class="line-notice">{message}</p>
        ))}
      </div>
      <form class="line-form" method="post" action={shop.at('/cart/line')}>
        <input type="hidden" name="id" value={productId} />
        <input type="hidden" name="variantId" value={variantId ?? ''} />
        {/* What Enter in the field presses: the first button of the form. */}
        <button class="unseen" type="submit" tabindex={-1} aria-hidden />
        <div class="stepper">
          <button id={`less-${key}`} type="submit" name="step" value="-1" aria-label={`One less of ${name}`}>
            −
          </button>
          <input
            id={`qty-${key}`}
            name="qty"
            type="number"
            inputmode="numeric"
            min={0}
            max={MAX_QTY}
            value={qty}
            aria-label={`Quantity of ${name}`}
            data-refresh
            required
          />
          <button
            id={`more-${key}`}
            type="submit"
            name="step"
            value="1"
            aria-label={`One more of ${name}`}
            disabled={qty >= MAX_QTY}
          >
            +
          </button>
        </div>
        <button id={`set-${key}`} class="button plain small without-script" type="submit">
          Update
        </button>
        <button id={`remove-${key}`} class="link-button" type="submit" name="remove" value="1" formnovalidate>
          Remove<span class="unseen"> {name}</span>
        </button>
      </form>
      <p class="line-total">{available && lineTotal !== null ? money(lineTotal, currency) : '—'}</p>
    </li>
  )
}

/** What is otherwise than when it was put into the cart, and when it may soon be gone. */
function Changes({ item, currency }: Pick<Props, 'item' | 'currency'>) {
  const money = useMoney()
  const { qty, available, unitPrice, addedPrice, unitsLeft, reducedFrom } = item
  return (
    <>
      {addedPrice !== null && unitPrice !== null && addedPrice !== unitPrice && (
        <p class="line-notice">
          {money(addedPrice, currency)} when you added it, now {money(unitPrice, currency)}
        </p>
      )}
      {available && reducedFrom !== null && (
        <p class="line-notice">
          You had {reducedFrom} in your cart, but only {qty} {qty === 1 ? 'is' : 'are'} left.
        </p>
      )}
      {available && unitsLeft !== null && reducedFrom === null && <p class="few">Only {unitsLeft} left</p>}
    </>
  )
}
