/** All ways in which people write a currency's sign, the longest first, in lower case. */
export function currencySigns(currency: string): readonly string[] {
  const known = signs.get(currency) ?? findSigns(currency)
  signs.set(currency, known)
  return known
}

const signs = new Map<string, readonly string[]>()

const asTyped: Readonly<Record<string, readonly string[]>> = {
  ...{ INR: ['rs', 're', '₨'], PKR: ['₨'], LKR: ['₨'], NPR: ['₨', 'रू'], JPY: ['円', '¥'], CNY: ['元', 'rmb'] },
  ...{ CHF: ['fr', 'sfr'], KRW: ['원'], AED: ['dh', 'dhs'], SAR: ['sr', '﷼'], BDT: ['tk'] },
}

function findSigns(currency: string): string[] {
  const shown = (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')
      ?.value.replace(/\s+/g, ' '),
  )
  const all = [currency, ...shown, ...(asTyped[currency] ?? [])].flatMap((sign = '') => sign.toLowerCase() || [])
  return [...new Set(all)].toSorted((a, b) => b.length - a.length)
}
