import type { Visitor } from '../http/personal/visitor.ts'
import { useShop } from '../http/shop-view.ts'
import { Alert } from '../views/alert.tsx'

/** Says where the cart may be that this browser had. */
export function LostCart({ visitor, next }: { visitor: Visitor; next: string }) {
  const shop = useShop()
  if (!visitor.hasLostCart) return null
  return (
    <Alert>
      Your earlier cart is not here any more: it was emptied, or it belongs to an account that is logged out.{' '}
      {!visitor.isLoggedIn && (
        <>
          <a href={shop.at('/log-in', { next })}>Log in</a> to have it back.
        </>
      )}
    </Alert>
  )
}
