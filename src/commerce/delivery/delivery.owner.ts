import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import type { ShippingMethod } from '../../generated/prisma/client.ts'
import { mainUnitsOrNull, toMainUnits } from '../../platform/money.ts'
import { findTestedDestination, type Miss, type TestedDestination } from './change/test-destination.ts'
import { findZone, listZones } from './change/upsert-zone.ts'
import { MAX_ZONES } from './change/zone-format.ts'
import { measured } from './change/zone-json.ts'
import { DeliveryKindType, DestinationInput, DestinationType, FeeBasisType, PickupType } from './owner-types.ts'
import { pickupOf, tiersOf } from './store-terms.ts'

const Tier = ownerBuilder.objectRef<{ from: number; fee: number }>('FeeTier').implement({
  description: 'A fee that applies from a value on.',
  fields: (t) => ({
    from: t.exposeFloat('from', { description: 'In main currency units or grams, by the basis.' }),
    fee: t.exposeFloat('fee', { description: 'In main currency units.' }),
  }),
})

const Method = ownerBuilder.objectRef<ShippingMethod>('ShippingMethod').implement({
  description: 'A way in which orders reach a zone, with its price.',
  fields: (t) => {
    const amount = (field: 'stepFee' | 'freeFrom' | 'minGoods' | 'maxGoods', description: string) =>
      t.float({
        nullable: true,
        description,
        resolve: (method, _, { store }) => mainUnitsOrNull(method[field], store.currency),
      })
    const number = (field: 'minWeight' | 'maxWeight' | 'minDays' | 'maxDays', description: string) =>
      t.exposeInt(field, { nullable: true, description })
    return {
      code: t.exposeString('code', { description: 'The code, unique within the zone.' }),
      name: t.exposeString('name', { description: 'The name that shoppers see.' }),
      description: t.exposeString('description', { description: 'More about it; empty if not given.' }),
      kind: t.expose('kind', { type: DeliveryKindType, description: 'Whether it delivers or is for pickup.' }),
      active: t.exposeBoolean('active', { description: 'Whether it is offered.' }),
      basis: t.expose('basis', { type: FeeBasisType, description: 'What the tiers are measured by.' }),
      tiers: t.field({
        type: [Tier],
        description: 'The fees, the lowest tier first; the last that is not above the order’s value applies.',
        resolve: (method, _, { store }) => {
          const main = (value: bigint) => toMainUnits(value, store.currency)
          return tiersOf(method).map(({ from, fee }) => ({ from: measured(method, from, main), fee: main(fee) }))
        },
      }),
      step: t.float({
        nullable: true,
        description: 'Each begun step beyond the tier adds `stepFee`; null for none.',
        resolve: (method, _, { store }) =>
          method.step === null ? null : measured(method, method.step, (value) => toMainUnits(value, store.currency)),
      }),
      stepFee: amount('stepFee', 'What each begun step adds; null for none.'),
      freeFrom: amount('freeFrom', 'It is free from this value of goods after the discount; null if it never is.'),
      minGoods: amount('minGoods', 'The least value of goods after the discount; null for none.'),
      maxGoods: amount('maxGoods', 'The greatest value of goods after the discount; null for none.'),
      minWeight: number('minWeight', 'The least weight in grams; null for none.'),
      maxWeight: number('maxWeight', 'The greatest weight in grams; null for none.'),
      minDays: number(
        'minDays',
        'Calendar days from the order to the first day of delivery; null if none is promised.',
      ),
      maxDays: number('maxDays', 'Calendar days from the order to the last day of delivery; null if none is promised.'),
      pickup: t.field({
        type: PickupType,
        nullable: true,
        description: 'Where goods are picked up; null for a method that delivers.',
        resolve: pickupOf,
      }),
    }
  },
})

const Zone = ownerBuilder.objectType('ShippingZone', {
  scope: 'settings',
  description: 'Destinations with the same delivery methods. An order belongs to the first zone that matches.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code, unique within the store.' }),
    name: t.exposeString('name', { description: 'The name.' }),
    position: t.exposeInt('position', { description: 'The place among the zones; lower ones are tried first.' }),
    countries: t.exposeStringList('countries', { description: 'ISO 3166-1 codes; empty for every country.' }),
    regions: t.exposeStringList('regions', { description: 'ISO 3166-2 codes; empty for every region.' }),
    postalCodes: t.exposeStringList('postalCodes', {
      description: 'Codes, prefixes such as 5600* and ranges such as 560001-560099; empty for every postal code.',
    }),
    excludedCodes: t.exposeStringList('excludedCodes', {
      description: 'In the same form: what the zone does not have although it would match.',
    }),
    postalCodeCount: t.int({
      description: 'The number of entries in `postalCodes`.',
      resolve: ({ postalCodes }) => postalCodes.length,
    }),
    methods: t.field({
      type: [Method],
      description: 'The delivery methods, in the order in which they are offered.',
      resolve: ({ methods }) => methods,
    }),
    version: t.exposeInt('version', {
      description: 'Incremented by every change of the zone or its methods. Pass it to `upsertShippingZone`.',
    }),
  }),
})

const ZoneMismatch = ownerBuilder.enumType('ZoneMismatch', {
  description: 'Why a zone does not have a destination.',
  values: {
    COUNTRY: { description: 'It is for other countries.' },
    COUNTRY_NEEDED: { description: 'It is for certain countries, and the destination names none.' },
    REGION: { description: 'It is for other regions.' },
    REGION_NEEDED: { description: 'It is for certain regions, and the destination names none.' },
    POSTAL_CODE: { description: 'It is for other postal codes.' },
    EXCLUDED: { description: 'It excludes the postal code.' },
    CODE_NEEDED: { description: 'It has postal codes, and the destination names none.' },
  } satisfies Record<Miss['reason'], { description: string }>,
})

const MissType = ownerBuilder.objectRef<Miss>('ZoneMiss').implement({
  scope: 'settings',
  description: 'A zone that does not have a destination.',
  fields: (t) => ({
    zone: t.field({ type: Zone, description: 'The zone.', resolve: ({ zone }) => zone }),
    reason: t.expose('reason', { type: ZoneMismatch, description: 'Why it does not.' }),
    message: t.exposeString('message', { description: 'The same in words.' }),
  }),
})

const Tested = ownerBuilder.objectRef<TestedDestination>('TestedDestination').implement({
  scope: 'settings',
  description: 'What comes of a destination.',
  fields: (t) => ({
    destination: t.expose('destination', { type: DestinationType, description: 'The destination as it was read.' }),
    zone: t.expose('zone', {
      type: Zone,
      nullable: true,
      description: 'Its zone, whose delivery methods it has; null if it is not delivered to.',
    }),
    misses: t.expose('misses', {
      type: [MissType],
      description: 'The zones before it, and why it is in none of them.',
    }),
  }),
})

ownerBuilder.queryFields((t) => ({
  shippingZones: t.field({
    scope: 'settings',
    type: [Zone],
    nullable: true,
    description: 'The delivery zones, in the order in which they are tried.',
    complexity: { field: 1, multiplier: MAX_ZONES },
    resolve: (_, __, context) => listZones(context),
  }),
  shippingZone: t.field({
    scope: 'settings',
    type: Zone,
    nullable: true,
    description: 'A delivery zone; null if there is none with this code.',
    args: { code: t.arg.string({ required: true, description: 'The code of the zone.' }) },
    resolve: (_, { code }, context) => findZone(context, code),
  }),
  testDestination: t.field({
    scope: 'settings',
    type: Tested,
    nullable: true,
    description: 'The zone of a destination, and for each zone before it why it is not that one.',
    args: { to: t.arg({ type: DestinationInput, required: true, description: 'The destination.' }) },
    resolve: (_, { to }, context) => findTestedDestination(context, to),
  }),
}))
