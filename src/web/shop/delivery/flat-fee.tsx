import { useShop } from '../http/shop-view.ts'
import { useMoney } from '../views/formats.ts'

interface Props {
  fee: number
  freeFrom: number | null
}

/** Of a store without zones. */
export function FlatFee({ fee, freeFrom }: Props) {
  const money = useMoney()
  const { currency } = useShop()
  if (fee === 0 || freeFrom === 0) return <>Free</>
  return <>{money(fee, currency) + (freeFrom === null ? '' : `, free from ${money(freeFrom, currency)}`)}</>
}
