import { queryFromInfo } from '@pothos/plugin-prisma'
import { actorOf } from '../../api/admission/caller.ts'
import type { Context } from '../../api/context.ts'
import { defineLoader } from '../../api/graphql/schema/loader.ts'
import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { toMainUnits } from '../../platform/money.ts'
import type { AddressParts } from '../../shared/address-forms.ts'
import { regionName } from '../../shared/regions.ts'
import { addressOf } from '../delivery/order-address.ts'
import { deliveryOf, type OrderDelivery } from '../delivery/order-delivery.ts'
import { DeliveryKindType, DestinationType, PickupType } from '../delivery/owner-types.ts'
import { getStoreOrder } from './search/list-store-orders.ts'
import { markReady } from './status/mark-ready.ts'
import { MOST_SHIPPED, type Shipped, shipOrders } from './status/ship-orders.ts'
import { undoDelivered } from './status/undo-delivered.ts'

const zoneNames = defineLoader<string, string | null>(async ({ services, store }: Context, codes) => {
  const zones = await services.db.prisma.shippingZone.findMany({
    where: { storeId: store.id, code: { in: [...codes] } },
    select: { code: true, name: true },
  })
  const names = new Map(zones.map(({ code, name }) => [code, name]))
  return codes.map((code) => names.get(code) ?? null)
})

const Delivery = ownerBuilder.objectRef<OrderDelivery & { currency: string }>('OrderDelivery').implement({
  description: 'How an order is delivered, as it was when the order was placed.',
  fields: (t) => ({
    method: t.exposeString('method', { description: 'The code of the method.' }),
    name: t.exposeString('name', { description: 'The name of the method.' }),
    kind: t.expose('kind', { type: DeliveryKindType, description: 'Whether it delivers or is for pickup.' }),
    zone: t.exposeString('zone', { nullable: true, description: 'The code of the zone; null without one.' }),
    zoneName: t.string({
      nullable: true,
      description: 'The name of the zone as it is now; null if there is no such zone any more.',
      resolve: ({ zone }, _, context) => (zone === null ? null : zoneNames(context).load(zone)),
    }),
    fee: t.float({
      description: 'The fee in main currency units, without that of the payment method.',
      resolve: ({ fee, currency }) => toMainUnits(BigInt(fee), currency),
    }),
    from: t.exposeString('from', {
      nullable: true,
      description: 'The first day of delivery, such as 2026-01-31; null if none was promised.',
    }),
    until: t.exposeString('until', {
      nullable: true,
      description: 'The last day of delivery; null if none was promised.',
    }),
    destination: t.expose('destination', {
      type: DestinationType,
      nullable: true,
      description: 'The destination that the buyer named beside the address; null if none.',
    }),
    pickup: t.expose('pickup', {
      type: PickupType,
      nullable: true,
      description: 'Where the goods are picked up; null for a method that delivers.',
    }),
  }),
})

const Address = ownerBuilder.objectRef<AddressParts>('OrderAddress').implement({
  description: 'The parts of the address of an order.',
  fields: (t) => ({
    street: t.exposeString('street', { nullable: true, description: 'Street and house number; null if not given.' }),
    city: t.exposeString('city', { nullable: true, description: 'The town; null if not given.' }),
    region: t.exposeString('region', {
      nullable: true,
      description: 'The region as an ISO 3166-2 code, or as it was written; null if not given.',
    }),
    regionName: t.string({
      nullable: true,
      description: 'The name of the region where the service knows it, otherwise as `region`.',
      resolve: ({ region }) => region && regionName(region),
    }),
    postalCode: t.exposeString('postalCode', { nullable: true, description: 'The postal code; null if not given.' }),
    country: t.exposeString('country', { nullable: true, description: 'The country as an ISO 3166-1 code.' }),
  }),
})

ownerBuilder.prismaObjectFields('Order', (t) => ({
  buyerAddressParts: t.field({
    type: Address,
    nullable: true,
    description: 'The parts of `buyerAddress`; null where it was given as one text.',
    resolve: addressOf,
  }),
  delivery: t.field({
    type: Delivery,
    nullable: true,
    description: 'How it is delivered; null for the store’s flat shipping fee.',
    resolve: (order) => {
      const delivery = deliveryOf(order)
      return delivery && { ...delivery, currency: order.currency }
    },
  }),
  readyAt: t.expose('readyAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Since when the goods have been ready to be picked up; null if they are not, and for other orders.',
  }),
}))

const Choice = ownerBuilder.inputType('OrderChoiceInput', {
  description: 'An order of several.',
  fields: (t) => ({
    orderNo: t.string({ required: true, description: 'The order number.' }),
    version: t.int({ description: 'The version that you have read; it is refused if the order has changed since.' }),
  }),
})

const ShippedType = ownerBuilder.objectRef<Shipped>('ShippedOrder').implement({
  description: 'What became of one of several orders that were to be shipped.',
  fields: (t) => ({
    orderNo: t.exposeString('orderNo', { description: 'The order number as it was given.' }),
    refusal: t.exposeString('refusal', { nullable: true, description: 'Why it was not shipped; null if it was.' }),
  }),
})

const choiceArgs = ownerBuilder.args((t) => ({
  orderNo: t.string({ required: true, description: 'The order number.' }),
  version: t.int({ description: 'The version that you have read; `CONFLICT` if the order has changed since.' }),
}))

ownerBuilder.mutationFields((t) => ({
  markReady: t.field({
    scope: 'orders',
    type: 'Order',
    nullable: true,
    description:
      'Says that the goods of a confirmed order for pick-up are ready, and emails the buyer where to pick them up. The status stays `CONFIRMED`; `setOrderStatus(status: DELIVERED)` follows once they are picked up.',
    failure: 'Failed to mark the order as ready',
    args: choiceArgs,
    resolve: async (_, args, context, info) => {
      await markReady(context, args)
      return getStoreOrder(context, args.orderNo, queryFromInfo({ context, info }))
    },
  }),
  shipOrders: t.field({
    scope: 'orders',
    type: [ShippedType],
    nullable: true,
    description:
      'Ships several orders, one after the other, as `setOrderStatus(status: SHIPPED)` does. Each is shipped or refused by itself.',
    failure: 'Failed to ship the orders',
    args: {
      orders: t.arg({ type: [Choice], required: true, description: `The orders, 1 to ${MOST_SHIPPED}.` }),
    },
    resolve: (_, { orders }, context) => shipOrders(context, orders, actorOf(context.caller)),
  }),
  undoDelivered: t.field({
    scope: 'orders',
    type: 'Order',
    nullable: true,
    description:
      'Takes back that an order was delivered, within 24 hours: its status is what it was before, and a payment that was recorded with the delivery counts no more, as with `undoRecordedPayment`. The history keeps both.',
    failure: 'Failed to undo the delivery',
    args: choiceArgs,
    resolve: async (_, args, context, info) => {
      await undoDelivered(context, args)
      return getStoreOrder(context, args.orderNo, queryFromInfo({ context, info }))
    },
  }),
}))
