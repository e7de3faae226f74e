import { useShop } from '../http/shop-view.ts'

interface Props {
  productId: string
  isWished: boolean
}

/** The same for all in cached pages; a script puts the visitor's own in its place. */
export function Wish({ productId, isWished }: Props) {
  const shop = useShop()
  return (
    <form id="wish" class={isWished ? 'wish wished' : 'wish'} method="post" action={shop.at('/account/wishlist')}>
      <input type="hidden" name="id" value={productId} />
      {isWished && <input type="hidden" name="remove" value="1" />}
      <button class="link-button" type="submit">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 20.5 4.2 12.4a5 5 0 0 1 7.1-7.1l.7.8.7-.8a5 5 0 0 1 7.1 7.1z" />
        </svg>
        {isWished ? 'Remove from your wishlist' : 'Add to your wishlist'}
      </button>
    </form>
  )
}
