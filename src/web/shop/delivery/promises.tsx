import type { ShopPromisesFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { useShop } from '../http/shop-view.ts'
import { hasZones } from './delivery.personal.tsx'
import { DeliveryHere } from './delivery-here.tsx'
import { FlatFee } from './flat-fee.tsx'

graphql(`fragment ShopPromises on Store {
  shipping { fee freeFrom }
  delivery { ...ShopDelivery paymentMethods { name } paysOnline }
  appearance { links { label url } }
}`)

interface Props {
  store: ShopPromisesFragment
  productId: string
  variantId: string | null
}

/** What else decides whether to buy: delivery, ways to pay, returns. The same for everybody, as the page is cached. */
export function Promises({ store: { shipping, delivery, appearance }, productId, variantId }: Props) {
  const shop = useShop()
  const payments = [...(delivery.paysOnline ? ['Online'] : []), ...delivery.paymentMethods.map(({ name }) => name)]
  const returns = appearance.links.filter(({ label }) => /\b(returns?|refunds?|exchanges?|withdrawal)\b/i.test(label))
  return (
    <dl class="facts promises">
      <div>
        <dt>Delivery</dt>
        {hasZones(delivery) ? (
          <dd id="delivery-here" class="delivery-here" data-island="live" data-kept>
            <DeliveryHere offer={delivery} place={null} isExact={false} whatFor={{ productId, variantId }} />
          </dd>
        ) : (
          <dd>
            <FlatFee {...shipping} />
          </dd>
        )}
      </div>
      {delivery.paymentMethods.length > 0 && (
        <div>
          <dt>Payment</dt>
          <dd dir="auto">{payments.join(', ')}</dd>
        </div>
      )}
      {returns.length > 0 && (
        <div>
          <dt>Returns</dt>
          <dd>
            {returns.map(({ label, url }) => (
              <a href={shop.link(url)} dir="auto">
                {label}
              </a>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
