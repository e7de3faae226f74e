import type { Store } from '../../generated/prisma/client.ts'
import { decimalText, MICRO, microToNumber } from '../../platform/money.ts'
import { shortPriceText } from '../../platform/text/price-text.ts'

/** Sentences about shipping, tax and loyalty from the store's settings, for owners who have not described them. */
export function settingsSentences(store: Store): string[] {
  return [shipping(store), tax(store), ...(store.loyaltyEnabled ? [loyalty(store)] : [])]
}

function shipping({ shippingFee, shippingFreeFrom, currency }: Store): string {
  if (shippingFee === 0n) return 'Shipping and delivery are free.'
  const free =
    shippingFreeFrom === null ? '' : `, and is free for orders from ${shortPriceText(shippingFreeFrom, currency)}`
  return `Shipping costs ${shortPriceText(shippingFee, currency)}${free}.`
}

function tax({ taxRateMicro, taxInclusive }: Store): string {
  if (taxRateMicro === 0 || taxInclusive) return 'All taxes (GST) are included in the prices.'
  const percent = Number(decimalText((BigInt(taxRateMicro) * 100n * 1000n) / MICRO, 3))
  return `Tax (GST) is not included in the prices: it is added at checkout, usually ${percent}%.`
}

function loyalty({ earnRateMicro, redeemRateMicro, currency }: Store): string {
  const worth = microToNumber(redeemRateMicro)
  return `Loyalty: customers with an account earn ${microToNumber(earnRateMicro)} points for every ${currency} 1 spent, and a point is worth ${currency} ${worth}.`
}
