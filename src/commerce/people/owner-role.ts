import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { Role } from './roles.ts'

export const OwnerRole = ownerBuilder.enumType('Role', {
  description: 'What a person is in a store.',
  values: {
    [Role.OWNER]: { description: 'May do everything.' },
    [Role.MANAGER]: { description: 'Catalogue, orders, customers, marketing, settings and figures.' },
    [Role.ORDERS]: { description: 'Orders, without figures.' },
    [Role.CATALOGUE]: { description: 'Products, stock, pictures, reviews and searches.' },
    [Role.ACCOUNTANT]: { description: 'Reads orders, with their payments and exports, and figures.' },
  },
})
