import type { ComponentChildren } from 'preact'
import { MAX_QTY } from '../../../shared/bounds.ts'
import { useShop } from '../http/shop-view.ts'

interface Props {
  productId: string
  variantId: string | null
  available: boolean
  price: ComponentChildren
}

/** On a phone a bar at the lower edge of the window. */
export function Buy({ productId, variantId, available, price }: Props) {
  const shop = useShop()
  if (!available) return null
  return (
    <form class="buy" method="post" action={shop.at('/cart/add')} data-island="buy">
      <input type="hidden" name="id" value={productId} />
      <input type="hidden" name="variantId" value={variantId ?? ''} />
      {/* It stands above as well. */}
      <div class="bar-price" aria-hidden="true">
        {price}
      </div>
      <label for="buy-qty" class="unseen">
        Quantity
      </label>
      <input
        class="field"
        id="buy-qty"
        name="qty"
        type="number"
        inputmode="numeric"
        min={1}
        max={MAX_QTY}
        value={1}
        required
        data-kept
      />
      <button class="button" type="submit">
        Add to cart
      </button>
      <p class="in-cart quiet-text" data-kept />
      <p class="said" role="status" />
    </form>
  )
}
