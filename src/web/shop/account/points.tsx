import { useShop } from '../http/shop-view.ts'
import { useMoney } from '../views/formats.ts'

interface Props {
  loyalty: { points: number; redeemRate: number; earnRate: number }
}

export function Points({ loyalty: { points, redeemRate, earnRate } }: Props) {
  const money = useMoney()
  const { currency } = useShop()
  return (
    <section class="card-box" aria-labelledby="points-title">
      <h2 id="points-title">Your points</h2>
      <p class="big-number">{points}</p>
      {points > 0 && redeemRate > 0 && (
        <p>
          Worth <b>{money(points * redeemRate, currency)}</b> at the checkout.
        </p>
      )}
      {earnRate > 0 && (
        <p class="quiet-text">
          You earn {earnRate > 1 ? `${earnRate} points` : '1 point'} for each{' '}
          {money(Math.max(1, 1 / earnRate), currency)} you spend.
        </p>
      )}
    </section>
  )
}

export function Referral({ code }: { code: string }) {
  const shop = useShop()
  const path = shop.at('/sign-up', { ref: code })
  return (
    <section class="card-box" aria-labelledby="referral-title">
      <h2 id="referral-title">Bring a friend</h2>
      <p class="big-number code">{code}</p>
      <p>You get points when a friend signs up with this code. Share it, or this link:</p>
      <p class="quiet-text">
        <a href={path}>{shop.origin + path}</a>
      </p>
    </section>
  )
}
