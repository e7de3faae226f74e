import { AdjustLoyaltyDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { DifferenceDialog } from '../parts/form/difference-dialog.tsx'
import { countOf } from '../parts/formats.ts'
import type { ShownCustomer } from './customer-page.tsx'

const QUERIES = ['Customer', 'Customers']

/** Gives points or takes them away. */
export function AdjustPointsDialog({ customer, onClose }: { customer: ShownCustomer; onClose: () => void }) {
  const change = useChange(AdjustLoyaltyDocument, { invalidates: QUERIES })
  return (
    <DifferenceDialog
      title="Adjust points"
      about={
        <>
          <bdi>{customer.name}</bdi> has {countOf(customer.points, 'point')}.
        </>
      }
      action="Adjust"
      counted="point"
      label="Points"
      reasonHint="For you and your colleagues: it stands beside the points."
      now={customer.points}
      change={change}
      send={(points, reason) => change.mutateAsync({ customerId: customer.id, points, reason })}
      saidOf={(by) => `${customer.name}: ${by}`}
      onClose={onClose}
    />
  )
}
