import { useShop } from '../http/shop-view.ts'

export function UnlockForm() {
  const shop = useShop()
  return (
    <form class="unlock" method="post" action={shop.at('/unlock')}>
      <label class="unseen" for="password">
        Password
      </label>
      <input
        class="field"
        id="password"
        name="password"
        type="password"
        placeholder="Password"
        autocomplete="current-password"
        maxlength={255}
        required
      />
      <button class="button" type="submit">
        Open the shop
      </button>
    </form>
  )
}
