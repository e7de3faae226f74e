import { Link } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { FirstProductDocument } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { useSetUp } from '../frame/set-up.ts'
import { Icon, type IconName } from '../parts/icons.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'

/** Whether there is nothing to sell yet, for those who can change that. Null until it is known. */
export function useIsEmpty(): boolean | null {
  const { data } = useData(FirstProductDocument, {}, { enabled: useMayChange('catalogue') })
  return data?.products ? data.products.nodes.length === 0 : null
}

/** In a store that has nothing to sell yet, in place of figures that are all zero: what to do first. */
export function FirstSteps() {
  const { session } = useStore()
  const { store } = session
  const setUp = useSetUp()
  const maySet = useMayChange('settings')
  const section = (name: string, words: string): ComponentChildren => (
    <Link to="/s/$store/settings/$section" params={{ store, section: name }}>
      {words}
    </Link>
  )
  return (
    <section class="card">
      <h2>Get your shop ready</h2>
      <p class="quiet">What you sell will show here in figures. Begin with the first step; the others can wait.</p>
      <ol class="steps">
        <Step icon="products" title="Add what you sell" isFirst>
          <Link to="/s/$store/products/new" params={{ store }} className="button button-main">
            <Icon name="plus" /> Add a product
          </Link>
          <Link to="/s/$store/products/import" params={{ store }} className="button">
            <Icon name="upload" /> Import a file
          </Link>
          <span class="quiet step-wide">A file may be an export of Shopify or WooCommerce.</span>
        </Step>
        {maySet && (
          <>
            <Step icon="delivery" title="Say where you deliver, and for how much">
              <Link to="/s/$store/delivery" params={{ store }}>
                Delivery
              </Link>
            </Step>
            <Step icon="payments" title="Decide how you are paid" isDone={setUp?.payments === true && !setUp.playMoney}>
              <Link to="/s/$store/payment-methods" params={{ store }}>
                On delivery or by transfer
              </Link>
              {section('payments', 'Online')}
            </Step>
            <Step icon="settings" title="Say whether you charge tax">
              {section('tax', 'Tax')}
              <span class="quiet">Your shop begins without any.</span>
            </Step>
            <Step icon="picture" title="Make it yours">
              {section('appearance', 'Logo, colour and pictures')}
            </Step>
          </>
        )}
      </ol>
      <p>
        <a href={`/shop/${store}`} target="_blank" rel="noopener">
          See the shop as a shopper does
        </a>
      </p>
    </section>
  )
}

interface StepProps {
  icon: IconName
  title: string
  isFirst?: true
  isDone?: boolean
  children: ComponentChildren
}

const Step = ({ icon, title, isFirst, isDone = false, children }: StepProps) => (
  <li class="step" data-first={isFirst}>
    <Icon name={isDone ? 'check' : icon} />
    <div class="step-text">
      <strong>
        {title}
        {isDone && <span class="hidden"> (done)</span>}
      </strong>
      <div class="step-ways">{children}</div>
    </div>
  </li>
)
