import { z } from 'zod'

/** Shapes of customers in REST answers. */
export const Customer = z
  .object({
    name: z.string(),
    phone: z.string().meta({ description: 'Digits only.' }),
    email: z.string().nullable(),
    address: z.string().nullable(),
  })
  .meta({ id: 'Customer', description: 'Who has an account in the store.' })

export const CustomerWithCode = Customer.extend({ referral_code: z.string() }).meta({
  id: 'CustomerWithCode',
  description: 'A customer, with the code that refers others.',
})

export const Profile = CustomerWithCode.extend({ id: z.uuid() }).meta({
  id: 'Profile',
  description: 'A customer as they see themselves.',
})
