import { Link } from '@tanstack/react-router'
import { TestQuoteDocument, type TestQuoteQuery } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { Failure } from '../parts/failure.tsx'
import { numberOf, whole } from '../parts/form/typed-numbers.ts'
import { countOf } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Loading } from '../parts/loading.tsx'
import { useFormats, useStore } from '../session/store-context.tsx'
import type { Line } from './lines.ts'
import { Ways } from './ways.tsx'

type Tested = NonNullable<TestQuoteQuery['testQuote']>

interface QuoteProps {
  lines: readonly Line[]
  search: Partial<
    Record<'code' | 'ahead' | 'country' | 'region' | 'postal' | 'method' | 'payment' | 'customer' | 'points', string>
  >
}

const MOST_POINTS = 1_000_000_000

/** What the cart comes to, the notices that a shopper reads, and what is offered. */
export function Quote({ lines, search }: QuoteProps) {
  const { code, ahead, country, region, postal, method, payment, customer, points } = search
  const isEmpty = lines.length === 0
  const redeemed = numberOf(points ?? '', useFormats().numbers, whole)
  const { data, error, isPlaceholderData, refetch } = useData(
    TestQuoteDocument,
    {
      items: lines.map(({ productId, variantId, qty }) => ({ id: productId, qty, ...(variantId && { variantId }) })),
      discountCode: code ?? null,
      asIfActive: ahead === 'true',
      destination:
        country || region || postal
          ? { country: country ?? null, region: region ?? null, postalCode: postal ?? null }
          : null,
      deliveryMethod: method ?? null,
      paymentMethod: payment ?? null,
      customerId: customer ?? null,
      // What is half typed counts as none.
      loyaltyPoints: redeemed !== null && redeemed >= 0 && redeemed < MOST_POINTS ? redeemed : null,
    },
    { enabled: !isEmpty },
  )
  if (isEmpty) {
    return (
      <section class="card" aria-label="What it comes to">
        <p class="quiet">What the cart comes to appears here.</p>
      </section>
    )
  }
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading lines={4} />
  if (!data.testQuote) return null
  return (
    <div class="stack query" aria-busy={isPlaceholderData} data-old={isPlaceholderData || undefined} aria-live="polite">
      <Sums quote={data.testQuote} isGuest={!customer} />
      <Notices notices={data.testQuote.notices} />
      <Ways
        title="Delivery"
        name="method"
        ways={data.testQuote.deliveryMethods}
        chosen={method}
        none="The cheapest"
        empty="The store has no zones: every order pays the same fee."
      />
      <Ways
        title="Payment"
        name="payment"
        ways={data.testQuote.paymentMethods}
        chosen={payment}
        none="The payment provider"
        empty="Shoppers pay through the payment provider."
      />
    </div>
  )
}

function Sums({ quote, isGuest }: { quote: Tested; isGuest: boolean }) {
  const { session, formats } = useStore()
  const {
    currency,
    subtotal,
    discount,
    loyaltyDiscount,
    shipping,
    tax,
    taxInclusive,
    total,
    zone,
    pointsUsed,
    pointsEarned,
  } = quote
  const money = (amount: number) => formats.money(amount, currency)
  return (
    <section class="card" aria-label="What it comes to">
      <dl class="sums">
        {quote.items.map(({ productId, variantId, name, qty, price }) => (
          <div key={`${productId}.${variantId}`}>
            <dt>
              {formats.number(qty)} × <bdi>{name}</bdi>
            </dt>
            <dd>{money(price * qty)}</dd>
          </div>
        ))}
        <div>
          <dt>Goods</dt>
          <dd>{money(subtotal)}</dd>
        </div>
        {discount > 0 && (
          <div>
            <dt>Discount</dt>
            <dd>−{money(discount)}</dd>
          </div>
        )}
        {loyaltyDiscount > 0 && (
          <div>
            <dt>{countOf(pointsUsed, 'point')}</dt>
            <dd>−{money(loyaltyDiscount)}</dd>
          </div>
        )}
        <div>
          <dt>Delivery and payment</dt>
          <dd>{shipping === 0 ? 'Free' : money(shipping)}</dd>
        </div>
        {tax > 0 && (
          <div>
            <dt>{taxInclusive ? 'Tax, included' : 'Tax'}</dt>
            <dd>{money(tax)}</dd>
          </div>
        )}
        <div class="sums-total">
          <dt>Total</dt>
          <dd>{money(total)}</dd>
        </div>
      </dl>
      {zone && (
        <p class="quiet">
          Zone{' '}
          <Link to="/s/$store/delivery/$zone" params={{ store: session.store, zone }}>
            {zone}
          </Link>
        </p>
      )}
      {pointsEarned > 0 && (
        <p class="quiet">
          {isGuest ? 'An account' : 'The customer'} would earn {countOf(pointsEarned, 'point')}.
        </p>
      )}
    </section>
  )
}

function Notices({ notices }: { notices: Tested['notices'] }) {
  if (notices.length === 0) return null
  return (
    <div class="banner" data-tone="warn">
      <Icon name="warning" />
      <ul class="banner-text" aria-label="Notices to the shopper">
        {notices.map(({ code, message }) => (
          <li key={`${code}${message}`}>
            <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
