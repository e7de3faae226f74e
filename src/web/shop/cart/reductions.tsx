import { useShop } from '../http/shop-view.ts'
import { useMoney } from '../views/formats.ts'

interface CodeProps {
  code: string | null
  typed: string | undefined
  mistake: string | null
  notices: readonly { message: string }[]
}

export function CodeForm({ code, typed, mistake, notices }: CodeProps) {
  const shop = useShop()
  if (code !== null)
    return (
      <form class="reduction is-set" method="post" action={shop.at('/cart/code')}>
        <p>
          Code <b dir="auto">{code}</b>
        </p>
        <button id="remove-code" class="link-button" type="submit" name="code" value="">
          Remove<span class="unseen"> the code</span>
        </button>
        <Notices {...{ notices }} />
      </form>
    )
  return (
    <form class="reduction" method="post" action={shop.at('/cart/code')}>
      <label for="code">Discount code</label>
      <span class="field-and-button">
        <input
          class="field"
          id="code"
          name="code"
          value={typed}
          maxlength={255}
          autocomplete="off"
          aria-invalid={mistake ? true : undefined}
          aria-describedby={mistake ? 'code-mistake' : undefined}
          required
        />
        <button id="apply-code" class="button plain" type="submit">
          Apply
        </button>
      </span>
      {mistake && (
        <p class="mistake" id="code-mistake">
          {mistake}
        </p>
      )}
      <Notices {...{ notices }} />
    </form>
  )
}

interface PointsProps {
  points: number | null
  used: number
  loyalty: { points: number; redeemRate: number }
  currency: string
  notices: readonly { message: string }[]
}

export function PointsForm({ points, used, loyalty, currency, notices }: PointsProps) {
  const money = useMoney()
  const shop = useShop()
  return (
    <form class="reduction" method="post" action={shop.at('/cart/points')}>
      <label for="points">
        Your points{' '}
        <small class="quiet-text">
          You have {loyalty.points}, worth {money(loyalty.points * loyalty.redeemRate, currency)}
        </small>
      </label>
      <span class="field-and-button">
        <input
          class="field"
          id="points"
          name="points"
          type="number"
          inputmode="numeric"
          min={0}
          max={loyalty.points}
          value={points ?? ''}
        />
        <button id="use-points" class="button plain" type="submit">
          Use
        </button>
      </span>
      {used > 0 && <p class="quiet-text">{used} are used for this order.</p>}
      <Notices {...{ notices }} />
    </form>
  )
}

const Notices = ({ notices }: { notices: readonly { message: string }[] }) => (
  <>
    {notices.map(({ message }) => (
      <p class="line-notice">{message}</p>
    ))}
  </>
)
