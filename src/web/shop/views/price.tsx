import { useMoney } from './formats.ts'

interface Prices {
  price: number
  salePrice: number | null
  currency: string
}

/** Of one thing that can be bought. */
export function Price({ price, salePrice, currency }: Prices) {
  const money = useMoney()
  if (salePrice === null) return <span class="price">{money(price, currency)}</span>
  return (
    <span class="price on-sale">
      <span class="unseen">Now </span>
      <span>{money(salePrice, currency)}</span> <span class="unseen">instead of </span>
      <s>{money(price, currency)}</s>
    </span>
  )
}

/** Of a product whose variants may differ. */
export function FromPrice(props: Prices & { priceFrom: number; priceTo: number }) {
  const money = useMoney()
  const { price, salePrice, currency, priceFrom, priceTo } = props
  if (priceFrom < priceTo)
    return (
      <span class={salePrice === null ? 'price' : 'price on-sale'}>
        <small>from</small> <span>{money(priceFrom, currency)}</span>
        {salePrice === priceFrom && (
          <>
            {' '}
            <span class="unseen">instead of </span>
            <s>{money(price, currency)}</s>
          </>
        )}
      </span>
    )
  const isSale = salePrice !== null && salePrice === priceFrom && price > salePrice
  return <Price price={isSale ? price : priceFrom} salePrice={isSale ? salePrice : null} currency={currency} />
}
