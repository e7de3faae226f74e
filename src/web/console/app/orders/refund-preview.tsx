import { RefundPreviewDocument, type RefundPreviewQueryVariables } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { codesInWords } from '../data/words-of-codes.ts'
import { countOf } from '../parts/formats.ts'
import { useLater } from '../parts/use-later.ts'
import { useFormats } from '../session/store-context.tsx'

const WAIT_MS = 250

interface PreviewProps {
  orderNo: string
  /** In main currency units; null while none is typed. */
  amount: number | null
  restock: boolean
  by: NonNullable<RefundPreviewQueryVariables['by']>
}

/** What the refund would do, or why it would be refused, by the server's own rules. */
export function RefundPreview({ orderNo, amount, restock, by }: PreviewProps) {
  const formats = useFormats()
  const asked = useLater(amount, WAIT_MS)
  const isAmount = asked !== null && Number.isFinite(asked)
  const { data } = useData(RefundPreviewDocument, { orderNo, amount: asked, restock, by }, { enabled: isAmount })
  const preview = isAmount ? data?.refundPreview : null
  if (!preview) return null
  if (preview.refusal) {
    return (
      <p class="field-mistake" role="status">
        {codesInWords(preview.refusal)}
      </p>
    )
  }
  const { left, currency, pointsReturned, pointsTaken, returnsDiscountUse, restocked } = preview
  const stays = left - preview.amount
  return (
    <div class="hint" role="status">
      <p>
        The buyer gets {formats.money(preview.amount, currency)}
        {stays > 0 ? `; ${formats.money(stays, currency)} stays with you.` : ', which is all of it.'}
      </p>
      {pointsReturned > 0 && <p>{countOf(pointsReturned, 'redeemed point')} come back to the buyer.</p>}
      {pointsTaken > 0 && <p>{countOf(pointsTaken, 'earned point')} are taken from the buyer.</p>}
      {returnsDiscountUse && <p>The discount code can be used once more.</p>}
      {restocked.map(({ productId, variantId, name, units }) => (
        <p key={variantId ?? productId}>
          <bdi>{name}</bdi>: {formats.number(units)} back in stock.
        </p>
      ))}
    </div>
  )
}
