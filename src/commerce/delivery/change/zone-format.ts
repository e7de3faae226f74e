import { z } from 'zod'
import { looseList, looseText, repeated } from '../../../platform/input/checks.ts'
import { code, country, fields, lineName, type money, text, wholeNumber } from '../../../platform/input/fields.ts'
import type { Issue, Path } from '../../../platform/input/issues.ts'
import { parsedText, writtenPostalCodes } from '../../../platform/input/postal-code-list.ts'
import { COUNTRIES } from '../../../shared/countries.ts'
import { regionCode } from '../../../shared/regions.ts'

export const MAX_ZONES = 50
export const MAX_METHODS = 20
const MAX_TIERS = 30
const MAX_REGIONS = 1_000
/** A ton, in grams. */
const MAX_WEIGHT = 1_000_000
const MAX_DAYS = 365

const region = parsedText(
  (written) => (/^[A-Z]{2}-/.test(written) ? regionCode(written.slice(0, 2), written) : null),
  'a region code of ISO 3166-2 like "IN-KA"',
)

const grams = wholeNumber(0).max(MAX_WEIGHT).nullish()
const days = wholeNumber(0).max(MAX_DAYS).nullish()

type Amount = ReturnType<typeof money>

/** `from` and `step` are read once the basis is known: see `writeZones`. */
const methodSchema = (amount: Amount) =>
  fields({
    code: code.meta({ description: 'Unique within the zone.' }),
    name: lineName(100).optional().meta({ description: 'Required in a new method.' }),
    description: text(500).optional(),
    kind: z.enum(['delivery', 'pickup']).optional().meta({ description: 'The default is `delivery`.' }),
    active: z.boolean().optional(),
    basis: z.enum(['flat', 'price', 'weight']).optional().meta({
      description:
        'What the tiers are measured by: nothing, the value of goods after the discount, or grams. The default is `flat`.',
    }),
    tiers: z
      .array(
        fields({
          from: z.number().min(0).meta({ description: 'In main currency units or grams, by the basis.' }),
          fee: amount,
        }),
      )
      .min(1)
      .max(MAX_TIERS)
      .optional()
      .meta({ description: 'The fees. The first is from 0. Required in a new method.' }),
    step: z
      .number()
      .positive()
      .nullish()
      .meta({ description: 'Each begun step beyond the tier adds `stepFee`. In main currency units or grams.' }),
    stepFee: amount.nullish(),
    freeFrom: amount.nullish().meta({ description: 'It is free from this amount of goods after the discount.' }),
    minGoods: amount.nullish().meta({ description: 'Not for goods below this value after the discount.' }),
    maxGoods: amount.nullish(),
    minWeight: grams.meta({ description: 'In grams.' }),
    maxWeight: grams,
    minDays: days.meta({ description: 'Calendar days from the day of the order to the first day of delivery.' }),
    maxDays: days,
    pickup: fields({ address: text(500, 1), hours: text(200).optional() })
      .nullish()
      .meta({ description: 'Where goods are picked up. Required with kind `pickup`.' }),
  })

export const zoneSchema = (amount: Amount) =>
  fields({
    code: code.meta({ description: 'Unique within the store.' }),
    name: lineName(100).optional().meta({ description: 'Required in a new zone.' }),
    countries: z.array(country).max(COUNTRIES).optional().meta({ description: 'ISO 3166-1; none: every country.' }),
    regions: z
      .array(region)
      .max(MAX_REGIONS)
      .optional()
      .meta({ description: 'ISO 3166-2, such as IN-KA; none: every region.' }),
    postalCodes: writtenPostalCodes.optional().meta({
      description:
        'Codes, British districts, prefixes like 5600* and ranges like 560001-560099, as addresses of the countries have them; none: every postal code.',
    }),
    excludedCodes: writtenPostalCodes
      .optional()
      .meta({ description: 'What the zone does not have, in the same form.' }),
    methods: z.array(methodSchema(amount)).max(MAX_METHODS).optional(),
  })

export type ZoneEntry = z.output<ReturnType<typeof zoneSchema>>
export type ZoneJson = z.input<ReturnType<typeof zoneSchema>>
export type MethodEntry = NonNullable<ZoneEntry['methods']>[number]
export type MethodJson = NonNullable<ZoneJson['methods']>[number]

const DraftZone = z.object({ code: looseText, methods: looseList(z.object({ code: looseText }).catch({})) }).catch({
  methods: [],
})

/** Repeated codes of methods. Takes any JSON. */
export const checkZone = (path: Path, json: unknown): Issue[] =>
  repeated([...path, 'methods'], 'code', 'a code', DraftZone.parse(json).methods, (method) => method.code)

/** Repeated codes. Takes any JSON. */
export function checkZones(path: Path, json: unknown): Issue[] {
  const zones = looseList(DraftZone).parse(json)
  return [
    ...repeated(path, 'code', 'a code', zones, (zone) => zone.code),
    ...zones.flatMap((zone, index) => checkZone([...path, index], zone)),
  ]
}
