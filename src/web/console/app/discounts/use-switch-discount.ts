import { SaveDiscountDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { DISCOUNT_QUERIES } from './discount-words.tsx'

/** Switches a discount on or off. @returns its version then @throws RequestError */
export function useSwitchDiscount(): (code: string, active: boolean, version: number) => Promise<number> {
  const save = useChange(SaveDiscountDocument, { invalidates: DISCOUNT_QUERIES })
  return async (code, active, version) => {
    const { upsertDiscount } = await save.mutateAsync({ input: { code, active, version } })
    return upsertDiscount?.version ?? version
  }
}
