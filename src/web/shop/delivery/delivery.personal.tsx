import { z } from 'zod'
import { graphql } from '../../../generated/operations/index.ts'
import { productPath } from '../http/addresses.ts'
import { personalPage } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { Problems } from '../views/alert.tsx'
import { DeliveryHere } from './delivery-here.tsx'
import { FlatFee } from './flat-fee.tsx'

const FIELDS = ['delivery.country', 'delivery.region', 'delivery.postalCode']

/** What delivery costs to where this visitor is: what a cached page cannot say. */
export const delivery = personalPage({
  path: '/shop/:subdomain/delivery',
  query: z.object({ product: z.uuid().catch(''), variant: z.string().max(100).catch('') }),
  operation: graphql(`query ShopDeliveryPage(
    $to: DestinationInput, $goods: [CartItemInput!], $product: ID!, $hasProduct: Boolean!
  ) {
    delivery(to: $to, items: $goods) { ...ShopDelivery }
    product(id: $product) @include(if: $hasProduct) { id name slug }
    categories { ...ShopCategory }
    store { ...ShopStore shipping { fee freeFrom } }
  }`),
  variables: ({ visitor: { place }, query, fields }) => {
    const { product, variant } = asked(query, fields)
    return { to: place, goods: goodsOf(product, variant), product, hasProduct: product !== '' }
  },
  title: () => 'Delivery',
  View({ data: { delivery, product, store }, visit }) {
    const shop = useShop()
    const { product: productId, variant } = asked(visit.query, visit.fields)
    return (
      <div class="wide page narrow">
        <h1>Delivery</h1>
        <Problems refusal={visit.refusal} fields={FIELDS} />
        {product && (
          <p>
            <a href={shop.at(productPath(product.slug || product.id), { variant })} dir="auto">
              {product.name}
            </a>
          </p>
        )}
        <div id="delivery-here" class="delivery-here" data-island="live">
          {hasZones(delivery) ? (
            <DeliveryHere
              offer={delivery}
              place={visit.visitor.place}
              isExact={product !== undefined}
              whatFor={visit.fields.next === '/cart' ? 'cart' : { productId, variantId: variant || null }}
              visit={visit}
            />
          ) : (
            <FlatFee {...store.shipping} />
          )}
        </div>
      </div>
    )
  },
})

/** The place of a form that was refused is that of the page that it came from. */
const asked = (
  query: { product: string; variant: string },
  { product = query.product, variantId: variant = query.variant }: { product?: string; variantId?: string },
) => ({ product, variant })

export const goodsOf = (product: string, variant: string) =>
  product === '' ? null : [{ id: product, variantId: variant || null, qty: 1 }]

/** Otherwise the store has its flat fee alone. */
export const hasZones = ({ serviceable, methods }: { serviceable: boolean; methods: readonly unknown[] }): boolean =>
  methods.length > 0 || !serviceable
