import type { Service } from '../../../generated/prisma/client.ts'
import { orderedOptions } from '../../catalog/product.ts'
import type { Knowledge, KnownProduct } from './knowledge.ts'

export type Fact =
  | { kind: 'product'; product: KnownProduct }
  | { kind: 'service'; service: Service }
  | { kind: 'sentence'; text: string; fromSettings: boolean }

export const factsOf = ({ products, services, sentences, settings }: Knowledge): Fact[] => [
  ...products.map((product) => ({ kind: 'product' as const, product })),
  ...services.map((service) => ({ kind: 'service' as const, service })),
  ...sentences.map((text) => ({ kind: 'sentence' as const, text, fromSettings: false })),
  ...settings.map((text) => ({ kind: 'sentence' as const, text, fromSettings: true })),
]

/** As the owner has written them; each option in a line. */
export interface FactText {
  kind: Fact['kind']
  name: string
  category: string
  options: string
  body: string
}

/** In characters. */
const MAX_TEXT = 2_000

export function textOf(fact: Fact): FactText {
  switch (fact.kind) {
    case 'product': {
      const { name, category, description, variants } = fact.product
      const options = variants.flatMap((variant) => orderedOptions(variant).map(({ value }) => value))
      return { kind: 'product', name, category, options: bounded(options.join('\n')), body: bounded(description) }
    }
    case 'service': {
      const { name, description } = fact.service
      return { kind: 'service', name, category: '', options: '', body: bounded(description) }
    }
    case 'sentence':
      return { kind: 'sentence', name: '', category: '', options: '', body: bounded(fact.text) }
  }
}

const bounded = (text: string) => text.slice(0, MAX_TEXT)
