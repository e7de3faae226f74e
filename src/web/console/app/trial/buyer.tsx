import {
  TrialCustomerDocument,
  type TrialCustomerFieldsFragment,
  TrialCustomersDocument,
} from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { useFilters } from '../parts/filters.tsx'
import { countOf } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Search } from './search.tsx'
import { TypedInAddress } from './typed-in-address.tsx'

interface BuyerProps {
  /** The customer's ID; a guest without one. */
  customerId: string | undefined
  points: string | undefined
}

/** For whom the price is: a guest, or a customer with their points and what they have used of the discount. */
export function Buyer({ customerId, points }: BuyerProps) {
  const choose = useFilters()
  return (
    <section class="card" aria-label="Buyer">
      <h2>Buyer</h2>
      {customerId ? (
        <Customer id={customerId} points={points} onRemove={() => choose({ customer: undefined, points: undefined })} />
      ) : (
        <>
          <p class="quiet">A guest, unless you choose a customer.</p>
          <Search
            label="Choose a customer"
            placeholder="Name, phone or email"
            results="Customers found"
            none="No customer matches."
            document={TrialCustomersDocument}
            pageOf={({ customers }) => customers}
          >
            {(customer) => (
              <FoundCustomer
                key={customer.id}
                customer={customer}
                onChoose={() => choose({ customer: customer.id, points: undefined })}
              />
            )}
          </Search>
        </>
      )}
    </section>
  )
}

interface CustomerProps {
  id: string
  points: string | undefined
  onRemove: () => void
}

function Customer({ id, points, onRemove }: CustomerProps) {
  const { data } = useData(TrialCustomerDocument, { id })
  const customer = data?.customer
  const name = customer?.name ?? 'A customer'
  return (
    <>
      <div class="row">
        <CustomerText name={name} points={customer?.points} />
        <span class="row-actions">
          <button type="button" class="icon-button" aria-label={`Remove ${name}`} onClick={onRemove}>
            <Icon name="trash" />
          </button>
        </span>
      </div>
      <TypedInAddress name="points" label="Points to redeem" value={points} inputmode="numeric" />
    </>
  )
}

function FoundCustomer({ customer, onChoose }: { customer: TrialCustomerFieldsFragment; onChoose: () => void }) {
  return (
    <li>
      <div class="row">
        <CustomerText name={customer.name} points={customer.points} />
        <button type="button" class="button" aria-label={`Choose ${customer.name}`} onClick={onChoose}>
          Choose
        </button>
      </div>
    </li>
  )
}

const CustomerText = ({ name, points }: { name: string; points: number | undefined }) => (
  <div class="row-text">
    <bdi>{name}</bdi>
    {points !== undefined && <span class="quiet">{countOf(points, 'point')}</span>}
  </div>
)
