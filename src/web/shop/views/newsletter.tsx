import { useShop } from '../http/shop-view.ts'

/** @param sendsMails whether this service sends any: otherwise it keeps addresses, and promises nothing */
export function Newsletter({ sendsMails }: { sendsMails: boolean }) {
  const shop = useShop()
  return (
    <section class="section wide" aria-labelledby="newsletter">
      <div class="newsletter">
        <div>
          <h2 id="newsletter">News now and then</h2>
          <p class="quiet-text">
            {sendsMails
              ? 'New products and offers, a few times a year.'
              : 'Leave your address, and the shop can write to you about new products and offers.'}
          </p>
        </div>
        <form method="post" action={shop.at('/newsletter')}>
          <label class="unseen" for="email">
            Your email address
          </label>
          <input
            class="field"
            id="email"
            name="email"
            type="email"
            placeholder="you@example.com"
            autocomplete="email"
            maxlength={255}
            required
          />
          <button class="button" type="submit">
            Subscribe
          </button>
        </form>
      </div>
    </section>
  )
}
