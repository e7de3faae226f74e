import { z } from 'zod'

const mainUnits = (description: string) => z.number().meta({ description: `${description}, in main currency units.` })

/** How a total comes about, as REST answers it. */
export const breakdownShape = z
  .object({
    subtotal: mainUnits('The goods'),
    discount: mainUnits('What the discount code takes off'),
    shipping: mainUnits('What shipping costs'),
    tax: mainUnits('The tax'),
    gstInclusive: z.boolean().meta({ description: 'Whether the prices contain the tax; otherwise it is added.' }),
    total: mainUnits('What there is to pay'),
    loyaltyDiscount: mainUnits('What the redeemed points take off'),
    loyaltyPointsUsed: z.int(),
    loyaltyPointsEarned: z.int().meta({ description: 'Credited once the order is paid.' }),
  })
  .meta({ id: 'Breakdown', description: 'How the total comes about.' })

/** Of two tins of Assam in the demo store, with its discount code. */
export const exampleBreakdown = {
  subtotal: 998,
  discount: 99.8,
  shipping: 50,
  tax: 44.91,
  gstInclusive: false,
  total: 993.11,
  loyaltyDiscount: 0,
  loyaltyPointsUsed: 0,
  loyaltyPointsEarned: 89,
}
