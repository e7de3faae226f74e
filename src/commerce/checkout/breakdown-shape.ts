import { z } from 'zod'

const mainUnits = (description: string) => z.number().meta({ description: `${description}, in main currency units.` })

export const breakdownShape = z
  .object({
    subtotal: mainUnits('The total price of the goods before deductions'),
    discount: mainUnits('The amount deducted by the discount code'),
    shipping: mainUnits('The shipping fee'),
    tax: mainUnits('The tax'),
    gstInclusive: z.boolean().meta({ description: 'Whether the prices include tax; otherwise it is added.' }),
    total: mainUnits('The total amount to pay'),
    loyaltyDiscount: mainUnits('The amount deducted by the redeemed points'),
    loyaltyPointsUsed: z.int(),
    loyaltyPointsEarned: z.int().meta({ description: 'Credited once the order is paid.' }),
  })
  .meta({ id: 'Breakdown', description: 'The breakdown of the price.' })

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
