import { useShop } from '../http/shop-view.ts'

/** For an order that was to be paid by the payment provider: its goods are still in the cart. */
export function OrderAgain({ orderNo }: { orderNo: string }) {
  const shop = useShop()
  return (
    <p>
      <a class="button" href={shop.at('/checkout', { again: orderNo })}>
        Order again
      </a>
    </p>
  )
}
