import { createHash } from 'node:crypto'
import { currencyExponent, type Subunits, toMainUnits } from '../platform/money.ts'
import { script, style } from './sandbox-page-assets.ts'

export interface PageOrder {
  amount: Subunits
  currency: string
  orderNo: string
  subdomain: string
  businessName: string
}

const hashOf = (asset: string): string => `'sha256-${createHash('sha256').update(asset).digest('base64')}'`

/** Headers that go with the page: nothing runs or loads in it but its own style and script. */
export const pageSecurity = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** The sandbox's checkout for people. Its addresses are relative, so that it works behind a path prefix. */
export function sandboxPage({ amount, currency, orderNo, subdomain, businessName }: PageOrder): string {
  const price = escapeHtml(priceText(amount, currency))
  const store = escapeHtml(businessName)
  const verifyUrl = escapeHtml(`../../../api/sites/${encodeURIComponent(subdomain)}/checkout/verify`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Pay ${store} (sandbox)</title>
<style>${style}</style>
</head>
<body>
<main>
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
</main>
<script>${script}</script>
</body>
</html>
`
}

function priceText(amount: Subunits, currency: string): string {
  const digits = currencyExponent(currency)
  const format = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat('en', format).format(toMainUnits(amount, currency))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Fit for the text of an element and for an attribute in quotes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
