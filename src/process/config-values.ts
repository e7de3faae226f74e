import { z } from 'zod'
import { defaultPolicies, type LimitPolicies, limitNames } from '../api/admission/rate-limit-policy.ts'
import { defaultHoldLimits, type HoldLimits } from '../commerce/orders/holds/hold-limits.ts'
import type { Bucket } from '../platform/files/bucket-storage.ts'
import type { TrustedProxies } from '../platform/network/client-address.ts'
import { type Network, parseNetwork } from '../platform/network/network.ts'
import { parseSecrets, SECRETS_EXPECTED } from '../platform/secrets/generated-secrets.ts'
import { isEmailAddress, isSubdomain, isWithoutUser } from '../platform/text/address.ts'
import { parsedJson } from '../platform/text/text.ts'
import { DAY_SECONDS } from '../platform/time.ts'

/** A message continues the sentence that begins with the variable's name. */

/** Messages show the value only when it cannot hold a password or key. */
function value<Value>(expected: string, parse: (text: string) => Value | undefined, shown: 'shown' | 'hidden') {
  return z.string().transform((text, context): Value => {
    const result = parse(text)
    if (result !== undefined) return result
    context.addIssue(shown === 'shown' ? `${expected}, not ${JSON.stringify(text.slice(0, 60))}` : expected)
    return z.NEVER
  })
}

export const wholeNumber = (least: number, most: number) =>
  value(
    `must be a whole number from ${least} to ${most}`,
    (text) => (/^\d{1,9}$/.test(text) && +text >= least && +text <= most ? Number(text) : undefined),
    'shown',
  )

/** Such as 0.05. */
export const share = value(
  'must be a number from 0 to 1, such as 0.05',
  (text) => (/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : undefined),
  'shown',
)

export const onOff = value('must be on or off', switchPosition, 'shown')
export const trueFalse = value('must be true or false', switchPosition, 'shown')

function switchPosition(text: string): boolean | undefined {
  if (/^(on|true|yes|1)$/i.test(text)) return true
  if (/^(off|false|no|0)$/i.test(text)) return false
  return undefined
}

export const subdomain = value(
  'must be a subdomain of lower-case letters, digits and hyphens',
  (text) => (isSubdomain(text) ? text : undefined),
  'shown',
)

export const domain = value(
  'must be a domain such as shops.example.com, without protocol, port and path',
  (text) => {
    const labels = text.toLowerCase().replace(/\.$/, '').split('.')
    // No top-level domain is a number: that is an address, below which there are no hosts.
    return labels.every(isSubdomain) && !/^\d+$/.test(labels.at(-1) ?? '') ? labels.join('.') : undefined
  },
  'shown',
)

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export const logLevel = value(
  `must be one of ${logLevels.join(', ')}`,
  (text) => (logLevels.includes(text) ? text : undefined),
  'shown',
)

/** Without a trailing slash. */
export const baseUrl = (example: string) =>
  value(
    `must be an http:// or https:// URL without query, such as ${example}`,
    (text) => {
      const plain = isUrlOf(['http:', 'https:'], text) && !/[?#]/.test(text) && new URL(text).hostname !== ''
      return plain ? text.replace(/\/+$/, '') : undefined
    },
    'hidden',
  )

/** Visible to everybody, so without user and password. */
export const publicUrl = (example: string) =>
  baseUrl(example).refine(isWithoutUser, {
    error: 'must be a URL without user name and password, because everybody can see it',
  })

/** May hold a password. */
export const serviceUrl = (example: string, ...protocols: string[]) =>
  value(
    `must be a URL such as ${example}, with special characters of the password percent-encoded`,
    (text) => (isUrlOf(protocols, text) ? text : undefined),
    'hidden',
  )

const isUrlOf = (protocols: string[], text: string): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

/** `s3://KEY:SECRET@HOST/BUCKET`; `?region=` names its region, `?tls=off` speaks plain HTTP. */
export const bucketUrl = value(
  'must be a URL such as s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/my-bucket?region=eu-central-1, with special characters percent-encoded',
  (text): Bucket | undefined => {
    if (!isUrlOf(['s3:'], text)) return undefined
    const { username, password, host, pathname, searchParams } = new URL(text)
    const bucket = /^\/([^/]+)\/?$/.exec(pathname)?.[1]
    const tls = searchParams.get('tls') ?? 'on'
    const [accessKeyId, secretAccessKey] = [decoded(username), decoded(password)]
    if (!accessKeyId || !secretAccessKey || !host || !bucket || !/^(on|off)$/.test(tls)) return undefined
    const endpoint = `${tls === 'on' ? 'https' : 'http'}://${host}/${bucket}`
    return { endpoint, region: searchParams.get('region') ?? 'auto', accessKeyId, secretAccessKey }
  },
  'hidden',
)

/** Undefined for broken percent-encoding. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const mailSender = value(
  'must be a mail address, such as shop@example.com or "Tea House <shop@example.com>"',
  (text) => {
    const address = /^[^<>\p{Control}]*<([^<>]+)>$/u.exec(text)?.[1] ?? text
    return isEmailAddress(address) ? text : undefined
  },
  'shown',
)

export const secretList = value(`must be ${SECRETS_EXPECTED}`, parseSecrets, 'hidden')

/** The number of proxies, or their networks. */
export const trustedProxies = value(
  'must be the number of proxies in front of this server (1), or their addresses and CIDRs separated by commas (10.0.0.0/8)',
  (text): TrustedProxies | undefined => {
    if (/^\d{1,2}$/.test(text)) return { hops: Number(text) }
    const cidrs = text.split(',').map((cidr) => cidr.trim())
    try {
      cidrs.forEach(parseNetwork)
      return { cidrs }
    } catch {
      return undefined
    }
  },
  'shown',
)

/** Addresses and CIDRs, separated by commas. */
export const networkList = value(
  'must be addresses and CIDRs separated by commas, such as 127.0.0.1/32,10.1.0.0/16',
  (text): Network[] | undefined => {
    try {
      return text.split(',').map((cidr) => parseNetwork(cidr.trim()))
    } catch {
      return undefined
    }
  },
  'shown',
)

export type LimitSettings = { off: boolean; policies: LimitPolicies }

const limitsExpected = 'must be on, off, or JSON such as {"checkout": {"points": 10, "seconds": 60}}'
const limitNumber = (most: number) => z.int(`must be a whole number from 1 to ${most}`).min(1).max(most)

const limitOverrides = z
  .partialRecord(
    z.enum(limitNames),
    z.strictObject(
      { points: limitNumber(1_000_000_000), seconds: limitNumber(7 * DAY_SECONDS) },
      'must be an object of points and seconds',
    ),
    limitsExpected,
  )
  .transform((overrides): LimitSettings => ({ off: false, policies: { ...defaultPolicies, ...overrides } }))

const limitsOn = { off: false, policies: defaultPolicies }
const limitsOff = { off: true, policies: defaultPolicies }

export const rateLimits = z.string().transform((text, context): LimitSettings => {
  const position = switchPosition(text)
  if (position !== undefined) return position ? limitsOn : limitsOff
  const result = limitOverrides.safeParse(parsedJson(text))
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' && issue.path.length === 0
    const message = unknown
      ? `has no limit ${JSON.stringify(issue.keys[0])}; the limits are ${limitNames.join(', ')}`
      : issue.message
    context.addIssue({ code: 'custom', path: issue.path, message })
  }
  return z.NEVER
})

const holdNumber = (fallback: number) => limitNumber(1_000_000).default(fallback)
const SHARE = 'must be a number from 0 to 1'

const holdLimitOverrides = z.strictObject(
  {
    units: holdNumber(defaultHoldLimits.units),
    share: z.number(SHARE).min(0, SHARE).max(1, SHARE).default(defaultHoldLimits.share),
    discountUses: holdNumber(defaultHoldLimits.discountUses),
    orders: holdNumber(defaultHoldLimits.orders),
    cashOrders: holdNumber(defaultHoldLimits.cashOrders),
    addressOrders: limitNumber(1_000_000).optional(),
    strikes: holdNumber(defaultHoldLimits.strikes),
    addressStrikes: holdNumber(defaultHoldLimits.addressStrikes),
  },
  `must be JSON such as ${JSON.stringify(defaultHoldLimits)}`,
)

export const holdLimits = z.string().transform((text, context): HoldLimits => {
  const result = holdLimitOverrides.safeParse(parsedJson(text))
  if (result.success) {
    const { orders, addressOrders = Math.max(orders, defaultHoldLimits.addressOrders) } = result.data
    return { ...result.data, addressOrders }
  }
  for (const { path, message } of result.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})
