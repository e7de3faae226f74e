import type { ShopCartFragment } from '../../../generated/operations/graphql.ts'
import { useMoney } from '../views/formats.ts'

/** Nothing to choose where the store has only its payment provider. */
export function PaymentChoice({ cart }: { cart: ShopCartFragment }) {
  const money = useMoney()
  const { paymentOptions, paymentMethod, paysOnline, currency } = cart
  return (
    <fieldset class="fieldset" id="payment" data-part>
      {paymentOptions.length > 0 && (
        <>
          <legend>Payment</legend>
          <div class="choices">
            {paysOnline && (
              <label class="choice">
                <input
                  id="payment-online"
                  type="radio"
                  name="paymentMethod"
                  value=""
                  checked={paymentMethod === null}
                  data-refresh
                />
                <span>Online now</span>
                <b />
                <small>By card, UPI, wallet or bank, as the payment provider offers it.</small>
              </label>
            )}
            {paymentOptions.map(({ code, name, fee, instructions }) => (
              <label class="choice">
                <input
                  id={`payment-${code}`}
                  type="radio"
                  name="paymentMethod"
                  value={code}
                  checked={code === paymentMethod?.code}
                  required={!paysOnline}
                  data-refresh
                />
                <span dir="auto">{name}</span>
                <b>{fee === 0 ? '' : `+ ${money(fee, currency)}`}</b>
                {instructions && <small dir="auto">{instructions}</small>}
              </label>
            ))}
          </div>
        </>
      )}
    </fieldset>
  )
}
