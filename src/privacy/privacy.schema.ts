import { builder } from '../gateway/builder.ts'
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
      'All that the store knows of the customer whose token comes with the request: the account with its addresses, points, orders, wishlist, carts and reviews, newsletter and leads under its confirmed email. No passwords and no tokens. At most 5,000 entries; whoever has more asks the store.',
    limit: 'account',
    failure: 'Failed to load the data',
    // The budget `account` allows fewer of them than the cost would.
    complexity: 100,
    resolve: (_, __, context) => myData(context),
  }),
)

builder.mutationField('deleteMe', (t) =>
  t.boolean({
    nullable: true,
    description:
      'Erases the account for good, as far as the books allow: orders stay without a name, reviews become anonymous, all else of the account is deleted. What others could have left under its phone or an email that was never confirmed stays; the store erases it when asked. True. A wrong password is `FORBIDDEN`, and counts as a failed log-in; `CONFLICT` while an order is paid and not sent, or money has to go back.',
    limit: 'account',
    failure: 'Failed to delete the account',
    args: { password: t.arg.string({ required: true, description: 'The customer’s password.' }) },
    resolve: (_, args, context) => deleteMe(context, args),
  }),
)
