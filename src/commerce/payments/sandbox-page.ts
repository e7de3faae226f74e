import { type Page, pageKind } from '../../api/http/pages/page.ts'
import type { Subunits } from '../../platform/money.ts'
import { priceText } from '../../platform/money.ts'
import { escapeHtml } from '../../platform/text/text.ts'
import { script, style } from './sandbox-page-assets.ts'

export interface SandboxOrder {
  amount: Subunits
  currency: string
  orderNo: string
  subdomain: string
  businessName: string
}

const page = pageKind({ style, script, connects: true })

/** Relative links work behind a path prefix. */
export function sandboxPage({ amount, currency, orderNo, subdomain, businessName }: SandboxOrder): Page {
  const price = escapeHtml(priceText(amount, currency))
  const store = escapeHtml(businessName)
  const verifyUrl = escapeHtml(`../../../api/sites/${encodeURIComponent(subdomain)}/checkout/verify`)
  return page({
    title: `Pay ${businessName} (sandbox)`,
    body: `<main>
<h1>${store}</h1>
<p class="note">Sandbox payment: play money, nothing is charged.</p>
<dl>
<div><dt>Amount</dt><dd class="amount">${price}</dd></div>
<div><dt>Order</dt><dd>${escapeHtml(orderNo)}</dd></div>
</dl>
<div class="buttons">
<button type="button" class="pay" data-outcome="pay" data-said="Paid. The store does not know yet.">Pay ${price}</button>
<button type="button" class="fail" data-outcome="fail" data-said="Failed. The signature below does not verify.">Fail</button>
</div>
<p role="status"></p>
<section id="handed" aria-labelledby="handed-title" hidden>
<h2 id="handed-title">What a checkout widget hands to the page</h2>
<pre tabindex="0" aria-labelledby="handed-title"></pre>
<div class="buttons"><button type="button" id="verify" data-url="${verifyUrl}">Verify now</button></div>
</section>
<noscript><p>The buttons need JavaScript. Without it, send a POST request to this address.</p></noscript>
</main>`,
  })
}
