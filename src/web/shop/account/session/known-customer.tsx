import { useShop } from '../../http/shop-view.ts'
import { Alert } from '../../views/alert.tsx'

/** @param name of the customer who is logged in already */
export function KnownCustomer({ name }: { name: string | null }) {
  const shop = useShop()
  if (name === null) return null
  return (
    <Alert>
      You are logged in as <b dir="auto">{name}</b>. <a href={shop.at('/account')}>Go to your account</a>
    </Alert>
  )
}

/** Where the shopper wanted to go. */
export const NextField = ({ next }: { next: string }) =>
  next === '' ? null : <input type="hidden" name="next" value={next} />

/** The product that the shopper wished for before. */
export const WishField = ({ wish }: { wish: string }) =>
  wish === '' ? null : (
    <>
      <input type="hidden" name="wish" value={wish} />
      <p>The product is put on your wishlist then.</p>
    </>
  )
