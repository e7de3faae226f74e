import type { Order } from '../../../generated/prisma/client.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { isWebAddress, isWithoutUser } from '../../../platform/text/address.ts'
import type { OrderStatus } from './order-status.ts'

export type Shipment = Pick<Order, 'carrier' | 'trackingNumber' | 'trackingUrl'>

const MAX_NAME = 100
const MAX_URL = 2048

const rules = inputRules({
  required: [],
  missing: '',
  fields: {
    carrier: optional(labelledText({ label: 'carrier', max: MAX_NAME, trim: true })),
    trackingNumber: optional(labelledText({ label: 'trackingNumber', max: MAX_NAME, trim: true })),
    trackingUrl: optional(
      labelledText({ label: 'trackingUrl', max: MAX_URL, trim: true })
        .refine(isWebAddress, { error: 'trackingUrl must be a URL that starts with http:// or https://' })
        .refine(isWithoutUser, { error: 'trackingUrl must not contain a user name or password' }),
    ),
  },
})

export const shipmentInWords = ({ carrier, trackingNumber }: Partial<Shipment>): string =>
  [carrier, trackingNumber].filter(Boolean).join(' ')

export type ShipmentInput = { [Name in keyof Shipment]?: string | null | undefined }

/** As columns of the order; empty when nothing is given. @throws Problem BAD_USER_INPUT */
export function parseShipment(input: ShipmentInput, to: OrderStatus): Partial<Shipment> {
  const { carrier, trackingNumber, trackingUrl } = parseInput(rules, input)
  const given = {
    ...(carrier && { carrier }),
    ...(trackingNumber && { trackingNumber }),
    ...(trackingUrl && { trackingUrl }),
  }
  if (to !== 'SHIPPED' && Object.keys(given).length > 0) {
    throw new Problem('BAD_USER_INPUT', 'carrier, trackingNumber and trackingUrl go with the status SHIPPED only')
  }
  return given
}
