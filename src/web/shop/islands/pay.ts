import { createStorefront, StorefrontError } from '../../../../clients/typescript/src/index.ts'
import { forget } from './fields/keep.ts'

interface Receipt {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

/** As far as it is used here: https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/ */
interface Razorpay {
  open: () => void
}

declare global {
  interface Window {
    Razorpay?: new (options: object) => Razorpay
  }
}

const RAZORPAY_URL = 'https://checkout.razorpay.com/v1/checkout.js'

/** Pays an order by the provider's widget, or with play money, and has the payment verified. */
export function start(place: HTMLElement): void {
  const { store = '', order: orderPath = '', key = '', providerOrder: providerOrderId = '', name } = place.dataset
  const said = place.querySelector<HTMLElement>('.said')
  const shop = createStorefront({ baseUrl: location.origin, store })
  const say = (text: string) => said?.replaceChildren(text)

  async function verify(receipt: Parameters<typeof shop.verifyPayment>[0]): Promise<void> {
    say('Checking the payment…')
    await shop.verifyPayment(receipt)
    forget()
    location.assign(orderPath)
  }

  function openWidget(): void {
    if (!window.Razorpay) return void say('The payment provider cannot be reached. Please try again.')
    const widget = new window.Razorpay({
      ...{ key, order_id: providerOrderId, name },
      handler: (receipt: Receipt) => void verify(receipt).catch(explain),
      modal: { ondismiss: () => say('Not paid yet. You can still pay this order.') },
    })
    widget.open()
  }

  async function pay(outcome: string | undefined): Promise<void> {
    say('One moment…')
    if (key.startsWith('sandbox_')) {
      await verify(await shop.payInSandbox({ providerOrderId, outcome: outcome === 'fail' ? 'fail' : 'pay' }))
    } else {
      await loadScript(RAZORPAY_URL)
      openWidget()
    }
  }

  function explain(error: unknown): void {
    if (error instanceof StorefrontError && error.code === 'NO_ANSWER')
      return void say('The shop cannot be reached. If you have paid, the order is confirmed in a moment all the same.')
    say(error instanceof StorefrontError ? error.message : 'The payment provider cannot be reached. Please try again.')
    // The order may have failed with it.
    if (error instanceof StorefrontError && error.code === 'INVALID_SIGNATURE')
      setTimeout(() => location.reload(), 2500)
  }

  countDown(place, say)

  for (const button of place.querySelectorAll<HTMLButtonElement>('[data-outcome]')) {
    button.disabled = false
    button.addEventListener('click', () => {
      button.disabled = true
      void pay(button.dataset.outcome)
        .catch(explain)
        .finally(() => {
          button.disabled = false
        })
    })
  }
}

/** By the seconds that the server counts: this device's clock may be wrong. */
function countDown(place: HTMLElement, say: (text: string) => void): void {
  const held = place.querySelector<HTMLElement>('.held')
  if (!held) return
  const end = Date.now() + Number(held.dataset.seconds) * 1000
  const show = () => {
    const left = Math.ceil((end - Date.now()) / 1000)
    if (left <= 0) return stop()
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    held.textContent = `Held for you for ${time} minutes.`
  }
  const stop = () => {
    clearInterval(timer)
    const late = place.querySelector<HTMLElement>('.too-late')
    // A payment in an open window of the provider's still counts.
    for (const gone of document.querySelectorAll('.held, .pay .buttons')) gone.remove()
    late?.removeAttribute('hidden')
    say(late?.dataset.text ?? '')
  }
  const timer = setInterval(show, 1000)
  show()
}

let loading: Promise<void> | undefined

/** Once. */
function loadScript(src: string): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      loading = undefined
      reject(new Error(src))
    }
    document.head.append(script)
  })
  return loading
}
