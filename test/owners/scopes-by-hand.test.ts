import { describe, expect, it } from 'vitest'
import { scopesOf } from '../../src/api/graphql/schema/operation-plugin.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'

/**
 * What an owner would say a key must be allowed to, for everything that touches people, money, keys and what leaves the
 * service. It is written by hand: key-scopes.test.ts tries each field with the scopes that its declaration names, and
 * finds nothing wrong with a declaration that names too few. Of "orders or read" one is enough; "and" asks for both.
 */
const needed: Record<string, string> = {
  'Query.customer': 'customers or read',
  'Query.customers': 'customers or read',
  'Query.customerData': 'customers or read, and orders or read',
  'Query.guest': 'customers or read',
  'Query.guests': 'customers or read',
  'Query.leads': 'customers or read',
  'Query.subscribers': 'marketing or read',
  'Mutation.adjustLoyalty': 'customers',
  'Mutation.createPasswordLink': 'customers',
  'Mutation.deleteLead': 'customers',
  'Mutation.eraseCustomer': 'customers, and orders',
  'Mutation.removeSubscriber': 'marketing',
  'Order.customer': 'customers or read',
  'Review.customer': 'customers or read',
  'LoyaltyEntry.orderNo': 'orders or read',

  'Query.order': 'orders or read',
  'Query.orders': 'orders or read',
  'Query.refundPreview': 'orders or read',
  'Query.report': 'orders or read',
  'Subscription.orderChanges': 'orders or read',
  'Store.ordersNeedingAttention': 'orders or read',
  'Mutation.markRefunded': 'money, and orders or read',
  'Mutation.recordPayment': 'money, and orders or read',
  'Mutation.refund': 'money, and orders or read',
  'Mutation.undoRecordedPayment': 'money, and orders or read',
  'Mutation.setPayments': 'settings, and money',
  'Store.payments': 'settings, and money',
  'Query.paymentMethod': 'settings or read',
  'Query.paymentMethods': 'settings or read',
  'Mutation.upsertPaymentMethod': 'settings',

  'Query.keys': 'settings',
  'Mutation.createKey': 'settings',
  'Mutation.revokeKey': 'settings',
  'Query.members': 'settings',
  'Query.invitations': 'settings',
  'Mutation.inviteMember': 'settings',
  'Mutation.revokeInvitation': 'settings',
  'Mutation.changeMember': 'settings',
  'Mutation.removeMember': 'settings',
  'Mutation.setAccessPassword': 'settings',
  'Mutation.openStore': 'settings',
  'Mutation.closeStore': 'settings',
  'Mutation.createPreviewLink': 'settings',
  'Mutation.endPreviews': 'settings',
  'Query.webhooks': 'settings',
  'Query.webhookMessages': 'settings',
  'Mutation.createWebhook': 'settings',
  'Mutation.updateWebhook': 'settings',
  'Mutation.deleteWebhook': 'settings',
  'Mutation.rotateWebhookSecret': 'settings',
  'Mutation.redeliver': 'settings',
  'Mutation.sendTestEvent': 'settings',
}

const touches =
  /customer|guest|lead|subscriber|loyalty|order$|orders|refund|payment|money|key|password|secret|webhook|event|member|invit/i

/** Every field that is held to scopes, and every root field. */
const declared = new Map<string, string>(
  Object.values(ownerSchema.getTypeMap()).flatMap((type) => {
    if (!('getFields' in type) || !('getInterfaces' in type) || type.name.startsWith('__')) return []
    return Object.values(type.getFields()).flatMap((field) => {
      const scopes = scopesOf(field)
      if (scopes.length === 0) return []
      return [[`${type.name}.${field.name}`, scopes.map((accepted) => accepted.join(' or ')).join(', and ')] as const]
    })
  }),
)

/** Of orders, but nothing of money or of who bought: an order's keeper must be able to do it without `customers`. */
const keepingOrders = ['cancelOrder', 'confirmOrder', 'setOrderStatus', 'shipOrders', 'addOrderNote']

describe('the scopes that a key needs', () => {
  it.each(Object.entries(needed))('%s: %s', (field, scopes) => {
    expect(declared.get(field)).toBe(scopes)
  })

  it.each(keepingOrders)('Mutation.%s: orders', (field) => {
    expect(declared.get(`Mutation.${field}`)).toBe('orders')
  })

  it('are written above for whatever touches people, money, keys or webhooks', () => {
    const written = new Set([...Object.keys(needed), ...keepingOrders.map((field) => `Mutation.${field}`)])
    const sensitive = [...declared.keys()].filter((field) => touches.test(field.split('.')[1] ?? ''))
    expect(sensitive.filter((field) => !written.has(field))).toEqual([])
  })

  it('are declared wherever a type shows a person of another scope, or the account of a provider', () => {
    const people = new Set(['Customer', 'Guest', 'Lead', 'Subscriber', 'PaymentSettings'])
    const open = Object.values(ownerSchema.getTypeMap()).flatMap((type) => {
      if (!('getFields' in type) || !('getInterfaces' in type) || type.name.startsWith('__')) return []
      // The fields that lead to a list, or change something, have the scopes.
      if (people.has(type.name) || /^(Query|Mutation|Subscription)$|(Edge|Connection|Payload)$/.test(type.name))
        return []
      return Object.values(type.getFields()).flatMap((field) =>
        people.has(String(field.type).replaceAll(/[[\]!]/g, '')) && scopesOf(field).length === 0
          ? [`${type.name}.${field.name}`]
          : [],
      )
    })
    expect(open).toEqual([])
  })
})
