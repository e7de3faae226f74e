import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { MAX_POSTAL_CODES } from '../../shared/postal-code-set.ts'
import { changePostalCodes } from './change/change-postal-codes.ts'
import { deleteZone, upsertZone } from './change/upsert-zone.ts'
import { MAX_METHODS, MAX_ZONES } from './change/zone-format.ts'
import { DeliveryKindType, FeeBasisType } from './owner-types.ts'

const CODE = '1 to 50 lower-case letters, digits and hyphens'
const AMOUNT = 'in main currency units'

const TierInput = ownerBuilder.inputType('FeeTierInput', {
  description: 'A fee that applies from a value on.',
  fields: (t) => ({
    from: t.float({
      required: true,
      description: 'In main currency units or grams, by the basis; 0 in the first tier.',
    }),
    fee: t.float({ required: true, description: `The fee ${AMOUNT}.` }),
  }),
})

const PickupInput = ownerBuilder.inputType('PickupPlaceInput', {
  description: 'Where goods are picked up.',
  fields: (t) => ({
    address: t.string({ required: true, description: 'The address, 1 to 500 characters.' }),
    hours: t.string({ description: 'When it is open, at most 200 characters.' }),
  }),
})

const MethodInput = ownerBuilder.inputType('ShippingMethodInput', {
  description: 'A delivery method. Omitted fields of an existing one stay unchanged; null clears a field.',
  fields: (t) => ({
    code: t.string({ required: true, description: `The code, unique within the zone: ${CODE}.` }),
    name: t.string({ description: 'The name that shoppers see, 1 to 100 characters. Required for a new method.' }),
    description: t.string({ description: 'More about it, at most 500 characters.' }),
    kind: t.field({
      type: DeliveryKindType,
      description: 'Whether it delivers or is for pickup. Default: `DELIVERY`.',
    }),
    active: t.boolean({ description: 'Whether it is offered.' }),
    basis: t.field({ type: FeeBasisType, description: 'What the tiers are measured by. Default: `FLAT`.' }),
    tiers: t.field({
      type: [TierInput],
      description: 'The fees, the lowest tier first, at most 30. Required for a new method.',
    }),
    step: t.float({ description: 'Each begun step beyond the tier adds `stepFee`. By the basis, as a tier.' }),
    stepFee: t.float({ description: `What each begun step adds, ${AMOUNT}.` }),
    freeFrom: t.float({ description: `It is free from this value of goods after the discount, ${AMOUNT}.` }),
    minGoods: t.float({ description: `The least value of goods after the discount, ${AMOUNT}.` }),
    maxGoods: t.float({ description: `The greatest value of goods after the discount, ${AMOUNT}.` }),
    minWeight: t.int({ description: 'The least weight in grams.' }),
    maxWeight: t.int({ description: 'The greatest weight in grams.' }),
    minDays: t.int({ description: 'Calendar days from the order to the first day of delivery, at most 365.' }),
    maxDays: t.int({ description: 'Calendar days from the order to the last day of delivery.' }),
    pickup: t.field({ type: PickupInput, description: 'Where goods are picked up. Required with `PICKUP`.' }),
  }),
})

const ENTRIES = `codes, prefixes such as 5600* and ranges such as 560001-560099, at most ${MAX_POSTAL_CODES}`

const ZoneInput = ownerBuilder.inputType('ShippingZoneInput', {
  description:
    'A zone to create, or the changes to an existing one. When updating, omitted fields stay unchanged and null clears a field.',
  fields: (t) => ({
    code: t.string({ required: true, description: `The code of the zone to create or update: ${CODE}.` }),
    version: t.int({ description: 'The version an update is based on. Omit it for a new zone.' }),
    name: t.string({ description: 'The name, 1 to 100 characters. Required for a new zone.' }),
    position: t.int({
      description: 'The place among the zones; lower ones are tried first. Default: behind the others.',
    }),
    countries: t.stringList({ description: 'ISO 3166-1 codes; none for every country.' }),
    regions: t.stringList({ description: 'ISO 3166-2 codes, such as IN-KA; none for every region.' }),
    postalCodes: t.stringList({ description: `Its postal codes: ${ENTRIES}; none for every postal code.` }),
    excludedCodes: t.stringList({ description: `What it does not have although it would match: ${ENTRIES}.` }),
    methods: t.field({
      type: [MethodInput],
      description: `All delivery methods of the zone, at most ${MAX_METHODS}. Methods that are not in the list are deleted.`,
    }),
  }),
})

/** However many postal codes are sent: their number has a limit of its own. */
const WRITE_COST = 100

ownerBuilder.mutationFields((t) => ({
  upsertShippingZone: t.field({
    scope: 'settings',
    complexity: WRITE_COST,
    type: 'ShippingZone',
    nullable: true,
    description: `Creates a delivery zone or updates the one with this code; a store can have ${MAX_ZONES}. An update requires the version it is based on; \`CONFLICT\` if that is no longer current.`,
    args: { input: t.arg({ type: ZoneInput, required: true, description: 'The zone to create or update.' }) },
    resolve: (_, { input }, context) => upsertZone(context, input),
  }),
  deleteShippingZone: t.field({
    scope: 'settings',
    type: 'ShippingZone',
    nullable: true,
    description: 'Deletes a delivery zone with its methods. Orders keep how they are delivered.',
    args: {
      code: t.arg.string({ required: true, description: 'The code of the zone.' }),
      version: t.arg.int({ required: true, description: 'Its version; `CONFLICT` if that is no longer current.' }),
    },
    resolve: (_, { code, version }, context) => deleteZone(context, code, version),
  }),
  setPostalCodes: t.field({
    scope: 'settings',
    complexity: WRITE_COST,
    type: 'ShippingZone',
    nullable: true,
    description:
      'Changes the postal codes of a zone without sending all of them: first `replace`, then `remove`, then `add`.',
    args: {
      zone: t.arg.string({ required: true, description: 'The code of the zone.' }),
      excluded: t.arg.boolean({ description: 'Whether to change the codes that the zone excludes. Default: false.' }),
      add: t.arg.stringList({ description: `Entries to add: ${ENTRIES}.` }),
      remove: t.arg.stringList({ description: 'Entries to remove, as they are listed.' }),
      replace: t.arg.stringList({ description: 'All entries, in place of those that are there.' }),
      version: t.arg.int({ description: 'The version of the zone; `CONFLICT` if it is no longer current.' }),
    },
    resolve: (_, args, context) => changePostalCodes(context, args),
  }),
}))
