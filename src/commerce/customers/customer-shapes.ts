import { z } from 'zod'

export const Customer = z
  .object({
    name: z.string(),
    phone: z.string().meta({ description: 'Digits only.' }),
    email: z.string().nullable(),
    address: z.string().nullable(),
  })
  .meta({ id: 'Customer', description: 'A customer of the store.' })

export const CustomerWithCode = Customer.extend({ referral_code: z.string() }).meta({
  id: 'CustomerWithCode',
  description: 'A customer with their referral code.',
})

export const Profile = CustomerWithCode.extend({ id: z.uuid() }).meta({
  id: 'Profile',
  description: 'The profile of a customer.',
})
