import { graphql } from '../../../generated/operations/index.ts'
import { personalPage } from '../http/personal/personal-page.ts'
import { phoneFor } from '../http/personal/visitor.ts'
import { useShop } from '../http/shop-view.ts'
import { useMoney } from '../views/formats.ts'
import { Until } from '../views/moment.tsx'
import { Changes } from './changes.tsx'
import { OrderAgain } from './order-again.tsx'
import { OrderView } from './order-view.tsx'
import { Replaced } from './replaced.tsx'

/** Its script loads others from several hosts: https://github.com/razorpay/razorpay-magento/issues/542 */
const RAZORPAY = ['https://*.razorpay.com']

const TOO_LATE = 'The time to pay is over: others can buy these goods now.'

const isSandbox = (keyId: string): boolean => keyId.startsWith('sandbox_')

const pathOf = (orderNo: string): string => `/order/${encodeURIComponent(orderNo)}`

/** Of an order that was placed in this browser, which knows what the payment provider's widget needs. */
export const pay = personalPage({
  path: '/shop/:subdomain/pay/:orderNo',
  isBuying: true,
  redirect: ({ params: { orderNo }, visitor }) =>
    visitor.orders.find((known) => known.orderNo === orderNo)?.payment ? null : pathOf(orderNo),
  operation: graphql(`query ShopPayPage($orderNo: String!, $phone: String!, $seesCatalogue: Boolean!) {
    trackOrder(orderNo: $orderNo, phone: $phone) { ...ShopOrder }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ params: { orderNo }, visitor, seesCatalogue }) => ({
    orderNo,
    phone: phoneFor(orderNo, visitor) ?? '',
    seesCatalogue,
  }),
  title: () => 'Pay',
  widgetHosts: (_data, { params: { orderNo }, visitor }) => {
    const payment = visitor.orders.find((known) => known.orderNo === orderNo)?.payment
    return payment && !isSandbox(payment.keyId) ? RAZORPAY : []
  },
  View({ data: { trackOrder: order }, visit: { visitor } }) {
    const money = useMoney()
    const shop = useShop()
    const { orderNo, status, total, currency, createdAt, holdExpiresAt, holdSeconds } = order
    const known = visitor.orders.find((other) => other.orderNo === orderNo)
    const payment = known?.payment
    const price = money(total, currency)
    const href = shop.at(pathOf(orderNo))
    return (
      <div class="wide page">
        <Changes notices={known?.notices ?? []} />
        <Replaced {...{ order, visitor }} />
        {status === 'PENDING' && payment && holdSeconds !== 0 ? (
          <section
            class="card-box pay"
            aria-labelledby="pay-title"
            data-island="pay"
            data-store={shop.subdomain}
            data-order={href}
            data-key={payment.keyId}
            data-provider-order={payment.providerOrderId}
            data-name={shop.name}
          >
            <h2 id="pay-title">Pay {price}</h2>
            {isSandbox(payment.keyId) ? (
              <p>This shop takes play money: nothing is charged.</p>
            ) : (
              <p>The payment provider’s window opens. Your card never reaches this shop.</p>
            )}
            {holdExpiresAt && (
              <p class="held" data-seconds={holdSeconds}>
                Held for you until <Until at={holdExpiresAt} since={createdAt} />.
              </p>
            )}
            <p class="buttons with-script">
              {/* The island switches them on. */}
              <button class="button" type="button" data-outcome="pay" disabled>
                Pay {price}
              </button>
              {isSandbox(payment.keyId) && (
                <button class="button plain" type="button" data-outcome="fail" disabled>
                  Let it fail
                </button>
              )}
              <a href={href}>Pay later</a>
            </p>
            <p class="said" role="status" />
            <div class="too-late" data-text={TOO_LATE} hidden>
              <OrderAgain orderNo={orderNo} />
            </div>
            <noscript>
              <p class="alert bad">
                Paying needs JavaScript, which the payment provider’s window is made of. Switch it on and load this page
                again.
              </p>
            </noscript>
          </section>
        ) : (
          <Settled {...{ orderNo, status, href }} isOver={holdSeconds === 0} />
        )}
        <OrderView order={order} address={known?.address} />
      </div>
    )
  },
})

interface SettledProps {
  orderNo: string
  status: string
  href: string
  /** The time in which it was to be paid. */
  isOver: boolean
}

/** An order that cannot be paid any more, or need not. */
function Settled({ orderNo, status, href, isOver }: SettledProps) {
  const isLost = status === 'FAILED' || status === 'CANCELLED'
  return (
    <section class="card-box">
      {isLost || isOver ? (
        <>
          <p>{isLost ? 'This order cannot be paid any more.' : TOO_LATE}</p>
          <OrderAgain orderNo={orderNo} />
        </>
      ) : (
        <>
          <p>There is nothing left to pay.</p>
          <p>
            <a class="button" href={href}>
              See the order
            </a>
          </p>
        </>
      )}
    </section>
  )
}
