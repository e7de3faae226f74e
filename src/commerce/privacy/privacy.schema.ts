import { builder } from '../../api/graphql/schema/builder.ts'
import { deleteMe, myData } from './my-data.ts'

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
})

builder.queryField('myData', (t) =>
  t.field({
    type: 'JSON',
    nullable: true,
    description:
      'All data that the store has about the customer whose token is sent with the request: the account with its addresses, points, orders, wishlist, carts and reviews, and the newsletter subscription and leads under its confirmed email address. Passwords and tokens are not included. At most 5,000 entries; customers with more must ask the store.',
    limit: 'account',
    failure: 'Failed to load the data',
    // The limit `account` allows fewer of them than the cost would.
    complexity: 100,
    resolve: (_, __, context) => myData(context),
  }),
)

builder.mutationField('deleteMe', (t) =>
  t.boolean({
    nullable: true,
    description:
      'Permanently erases the account, as far as accounting rules allow: orders and reviews are anonymized, everything else is deleted. Data that others could have entered under its phone number or an unconfirmed email address is retained; the store erases it on request. Returns true. A wrong password is `FORBIDDEN` and counts as a failed login; `CONFLICT` while an order is paid but not shipped, or a refund is due.',
    limit: 'account',
    failure: 'Failed to delete the account',
    args: { password: t.arg.string({ required: true, description: 'The customer’s password.' }) },
    resolve: (_, args, context) => deleteMe(context, args),
  }),
)
