import type { Service, Store } from '../../../generated/prisma/client.ts'
import { shortPriceText } from '../../../platform/money.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { byAmount, lowestPrice } from '../knowledge/offer.ts'

const MAX_CATEGORIES = 12
const MAX_SERVICES = 8

const asksForServices = /\bservices?\b/i
const asksForGoods =
  /\b(sell|selling|offer|products?|catalog(ue)?|range|menu|assortment|collection|categor(y|ies)|stock|kinds?|types?|buy|items|goods|have|got)\b/i

/** For a general question; null for any other message. */
export function overview(message: string, knowledge: Knowledge): string | null {
  if (asksForServices.test(message) && knowledge.services.length > 0) return servicesText(knowledge)
  if (!asksForGoods.test(message)) return null
  const { products, services, store } = knowledge
  if (products.length === 0) return services.length > 0 ? servicesText(knowledge) : null
  const categories = [...new Set(products.map(({ category }) => category))]
  const listed = categories.slice(0, MAX_CATEGORIES).map((category) => {
    const members = products.filter((product) => product.category === category)
    const [lowest = 0n] = members.map(lowestPrice).toSorted(byAmount)
    const count = members.length === 1 ? '1 product' : `${members.length} products`
    return `- ${category || 'Other'}: ${count} from ${shortPriceText(lowest, store.currency)}`
  })
  const more = services.length > 0 ? [servicesText(knowledge)] : []
  return [`${store.businessName} sells:`, ...listed, ...more].join('\n')
}

const servicesText = ({ services, store }: Knowledge) =>
  ['Services:', ...services.slice(0, MAX_SERVICES).map((service) => `- ${serviceName(service, store)}`)].join('\n')

const serviceName = ({ name, price }: Service, { currency }: Store) =>
  price === null ? name : `${name}: ${shortPriceText(price, currency)}`

export const serviceText = (service: Service, store: Store): string =>
  `${serviceName(service, store)}. ${service.description}`.trim()
