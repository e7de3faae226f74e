import { Link } from '@tanstack/react-router'
import {
  type PaymentMethodRowFragment,
  PaymentMethodsDocument,
  SavePaymentMethodDocument,
} from '../../../../generated/console/documents.ts'
import { useChange, useData } from '../data/use-data.ts'
import { ActiveSwitch } from '../parts/active-switch.tsx'
import { Badge } from '../parts/badge.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { PAYMENT_QUERIES, paymentText } from './payment-words.ts'
import { useOrder } from './use-order.ts'

export default function PaymentMethodsPage() {
  const { session } = useStore()
  const { store } = session
  const mayChange = useMayChange('settings')
  const query = useData(PaymentMethodsDocument, {})
  return (
    <Page
      title="Payment methods"
      actions={
        <>
          <Link to="/s/$store/try-out" params={{ store }} search={{ from: 'payments' }} className="button">
            Try out a cart
          </Link>
          {mayChange && (
            <Link to="/s/$store/payment-methods/new/method" params={{ store }} className="button button-main">
              <Icon name="plus" /> New payment method
            </Link>
          )}
        </>
      }
    >
      <p class="quiet">
        Ways to pay without a payment provider, in the order in which shoppers see them. The provider’s account is in{' '}
        <Link to="/s/$store/settings/$section" params={{ store, section: 'payments' }}>
          the settings
        </Link>
        .
      </p>
      <QueryView query={query}>
        {({ paymentMethods }) =>
          paymentMethods && paymentMethods.length > 0 ? (
            <PaymentMethods methods={paymentMethods} mayChange={mayChange} />
          ) : (
            <Empty title="No payment methods yet">
              Shoppers pay through your payment provider.{' '}
              {mayChange && (
                <Link to="/s/$store/payment-methods/new/method" params={{ store }}>
                  Let them pay on delivery or by bank transfer.
                </Link>
              )}
            </Empty>
          )
        }
      </QueryView>
    </Page>
  )
}

function PaymentMethods({ methods, mayChange }: { methods: readonly PaymentMethodRowFragment[]; mayChange: boolean }) {
  const { session, formats } = useStore()
  const save = useChange(SavePaymentMethodDocument, { invalidates: PAYMENT_QUERIES })
  const change = async (code: string, version: number, fields: { position?: number; active?: boolean }) => {
    const { upsertPaymentMethod } = await save.mutateAsync({ input: { code, version, ...fields } })
    return upsertPaymentMethod?.version ?? version
  }
  const { isBusy, move } = useOrder<PaymentMethodRowFragment>(({ code, version }, position) =>
    change(code, version, { position }),
  )
  return (
    <section class="card" aria-label="Payment methods">
      <ol class="rows rows-first">
        {methods.map((method, index) => (
          <li key={method.code}>
            <div class="row">
              <div class="row-text">
                <span class="cell-two">
                  <Link
                    to="/s/$store/payment-methods/$code"
                    params={{ store: session.store, code: method.code }}
                    className="row-name"
                  >
                    <bdi>{method.name}</bdi>
                  </Link>
                  {!method.active && <Badge>Off</Badge>}
                </span>
                <span class="quiet">{paymentText(method, formats)}</span>
              </div>
              {mayChange && (
                <span class="row-actions">
                  <ActiveSwitch
                    name={method.name}
                    isActive={method.active}
                    version={method.version}
                    change={(active, version) => change(method.code, version, { active })}
                  />
                  <OrderButtons
                    name={method.name}
                    index={index}
                    count={methods.length}
                    isBusy={isBusy}
                    onMove={(to) => void move(methods, index, to)}
                  />
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
