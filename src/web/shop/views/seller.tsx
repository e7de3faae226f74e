import { type BusinessRow, businessLine, businessRows, officerRows } from '../../../shared/business/business-text.ts'
import { useShop } from '../http/shop-view.ts'

/** Who sells, in one line; the rest is on the page to write to them. */
export function Seller() {
  const { business } = useShop()
  const line = business ? businessLine(business) : ''
  return line === '' ? null : (
    <p class="quiet-text seller" dir="auto">
      {line}
    </p>
  )
}

/** All that the owner has said of who sells. */
export function SellerDetails() {
  const { business } = useShop()
  if (!business) return null
  const officer = officerRows(business)
  return (
    <section class="seller-details">
      <h2>Who sells here</h2>
      <Rows rows={businessRows(business)} />
      {officer.length > 0 && (
        <>
          <h3>Grievance officer</h3>
          <Rows rows={officer} />
        </>
      )}
    </section>
  )
}

const Rows = ({ rows }: { rows: readonly BusinessRow[] }) => (
  <dl class="seller-rows">
    {rows.map(({ label, value, href }) => (
      <div key={label}>
        <dt dir="auto">{label}</dt>
        <dd dir="auto">{href === undefined ? value : <a href={href}>{value}</a>}</dd>
      </div>
    ))}
  </dl>
)
