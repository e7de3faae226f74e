import { z } from 'zod'
import { anyInteger, lineName, name, picture, ratio, text, wholeNumber } from '../../platform/input/fields.ts'
import { type Micro, microToNumber } from '../../platform/money.ts'
import { tidyText } from '../../platform/text/text.ts'
import {
  attributesFormat,
  MAX_ATTRIBUTES,
  MAX_PICTURES,
  mediaFormat,
  type SeoEntry,
  seoFormat,
} from './page/detail-formats.ts'
import { describedOnly, type PictureEntry, picturesOf } from './pictures.ts'
import { categoryKey } from './product.ts'
import type { ProductField } from './product-field.ts'

/** In grams: a ton. */
const MAX_WEIGHT = 1_000_000
/** In characters. Other platforms allow long ones, with HTML. */
const MAX_DESCRIPTION = 65_536

/** All that the owner sets, except slug and variants: the source of bundles, CSV files, inputs and column writes. */
export const productFields = {
  name: {
    kind: 'text',
    format: () => name(255),
    clearable: false,
    columns: { name: { type: 'text' } },
    read: ({ name }) => name,
    description: {
      input: 'The name, 1 to 255 characters. Required for a new product.',
      row: 'The name. Required for a new product.',
    },
    output: 'The name of the product.',
  },
  description: {
    kind: 'text',
    format: () => text(MAX_DESCRIPTION).optional(),
    initial: '',
    clearable: true,
    columns: { description: { type: 'text' } },
    read: ({ description }) => description,
    description: { input: `The description, at most ${MAX_DESCRIPTION} characters.`, row: 'The description.' },
  },
  price: {
    kind: 'decimal',
    format: (amount) => amount,
    clearable: true,
    perVariant: true,
    columns: { price: { type: 'bigint' } },
    read: ({ price }, toMainUnits) => toMainUnits(price),
    description: {
      input: 'The regular price in main currency units. Required for a new product.',
      row: 'The regular price in main currency units; the variant’s price if the row has options.',
    },
  },
  salePrice: {
    kind: 'decimal',
    format: (amount) => amount.nullish().meta({ description: 'At most the price; null if not on sale.' }),
    initial: null,
    clearable: true,
    perVariant: true,
    columns: { salePrice: { type: 'bigint' } },
    read: ({ salePrice }, toMainUnits) => toMainUnits(salePrice),
    description: {
      input: 'The sale price in main currency units, at most the regular price; null for none.',
      row: 'The sale price in main currency units; null for none.',
    },
  },
  category: {
    kind: 'text',
    format: () => text(255).transform(tidyText).optional(),
    initial: '',
    clearable: true,
    columns: { category: { type: 'text' }, categoryKey: { type: 'text', from: categoryKey } },
    read: ({ category }) => category,
    description: { input: 'The name of the category, at most 255 characters.', row: 'The name of the category.' },
    output: 'The name of the category; empty if there is none.',
  },
  brand: {
    kind: 'text',
    format: () => text(255).transform(tidyText).optional(),
    initial: '',
    clearable: true,
    columns: { brand: { type: 'text' } },
    read: ({ brand }) => brand,
    description: { input: 'The brand, at most 255 characters.', row: 'The brand.' },
    output: 'The brand; empty if not given.',
  },
  attributes: {
    kind: 'attributes',
    format: () => attributesFormat.optional(),
    initial: [],
    clearable: true,
    columns: { attributes: { type: 'jsonb' } },
    read: ({ attributes }) => attributes,
    description: {
      input: `The attributes in display order, at most ${MAX_ATTRIBUTES}.`,
      row: 'The attributes in display order.',
    },
  },
  images: {
    kind: 'addresses',
    format: () => z.array(picture).max(MAX_PICTURES).optional(),
    initial: [],
    clearable: true,
    columns: { images: { type: 'text[]' } },
    read: ({ images }) => images,
    description: {
      input: 'The URLs of the pictures, the main one first, at most 100.',
      row: 'The URLs of the pictures, the main one first.',
    },
  },
  media: {
    kind: 'media',
    format: () => mediaFormat.optional(),
    initial: [],
    clearable: true,
    columns: { media: { type: 'jsonb', from: (media: readonly PictureEntry[]) => describedOnly(media) } },
    read: ({ images, media }) => picturesOf(images, media),
    description: {
      input: 'The pictures with alternative texts and sizes, at most 100. Replaces `images`.',
      row: 'The pictures with alternative texts and sizes. Replaces `images`.',
    },
  },
  stock: {
    kind: 'integer',
    format: () =>
      wholeNumber(0).nullish().meta({ description: 'null if not tracked. Set only for new products and variants.' }),
    initial: null,
    clearable: true,
    perVariant: true,
    columns: { stock: { type: 'integer' } },
    read: ({ stock }) => stock,
    description: {
      input:
        'The initial stock of a new product; null if it is not tracked. To change the stock of an existing one, use `setStock` or `changeStock`.',
      row: 'The units in stock; null if not tracked. Set only for new products and variants, unless `setStock` is true.',
    },
  },
  taxRate: {
    kind: 'decimal',
    format: () => ratio(100, 100).nullish().meta({ description: "In percent; null to use the store's default rate." }),
    initial: null,
    clearable: true,
    columns: { taxRateMicro: { type: 'integer', from: (rate: Micro | null) => (rate === null ? null : Number(rate)) } },
    read: ({ taxRateMicro }) => (taxRateMicro === null ? null : microToNumber(BigInt(taxRateMicro) * 100n)),
    description: {
      input: 'The tax rate in percent; null to use the store’s default rate.',
      row: 'The tax rate in percent; null to use the store’s default rate.',
    },
  },
  weight: {
    kind: 'integer',
    format: () => z.int().min(0).max(MAX_WEIGHT).nullish().meta({ description: 'In grams; null if unknown.' }),
    initial: null,
    clearable: true,
    perVariant: true,
    columns: { weight: { type: 'integer' } },
    read: ({ weight }) => weight,
    description: {
      input: `The weight in grams, at most ${MAX_WEIGHT}; null if unknown.`,
      row: 'The weight in grams; null if unknown. The variant’s weight if the row has options.',
    },
  },
  sku: {
    kind: 'text',
    format: () => code(100).meta({ description: 'The stock-keeping unit, unique in the store; null for none.' }),
    initial: null,
    clearable: true,
    perVariant: true,
    columns: { sku: { type: 'text' } },
    read: ({ sku }) => sku,
    description: {
      input: 'The SKU, unique among the products and variants of the store, at most 100 characters; null for none.',
      row: 'The SKU, unique among the products and variants of the store; that of the variant if the row has options.',
    },
  },
  barcode: {
    kind: 'text',
    format: () => code(50).meta({ description: 'The barcode (EAN, UPC), unique in the store; null for none.' }),
    initial: null,
    clearable: true,
    perVariant: true,
    columns: { barcode: { type: 'text' } },
    read: ({ barcode }) => barcode,
    description: {
      input:
        'The barcode (EAN, UPC), unique among the products and variants of the store, at most 50 characters; null for none.',
      row: 'The barcode, unique among the products and variants of the store; that of the variant if the row has options.',
    },
  },
  active: {
    kind: 'flag',
    format: () => z.boolean().optional(),
    initial: true,
    clearable: false,
    columns: { active: { type: 'boolean' } },
    read: ({ active }) => active,
    description: {
      input: 'Whether the product is listed in the storefront. A new product is by default.',
      row: 'Whether the product is listed in the storefront.',
    },
  },
  displayOrder: {
    kind: 'integer',
    format: () => anyInteger.optional(),
    initial: 0,
    clearable: true,
    columns: { displayOrder: { type: 'integer' } },
    read: ({ displayOrder }) => displayOrder,
    description: {
      input: 'The position in the storefront: products with lower values come first.',
      row: 'The position in the storefront: products with lower values come first.',
    },
  },
  seo: {
    kind: 'seo',
    format: () => seoFormat.optional(),
    initial: { title: '', description: '' },
    clearable: true,
    parts: ['title', 'description'],
    columns: {
      seoTitle: { type: 'text', from: ({ title }: SeoEntry) => textOf(title) },
      seoDescription: { type: 'text', from: ({ description }: SeoEntry) => textOf(description) },
    },
    read: ({ seoTitle, seoDescription }) => ({ title: seoTitle, description: seoDescription }),
    description: {
      input: 'The title and description for search engines. Omitted fields stay unchanged.',
      row: 'The title and description for search engines. Omitted fields stay unchanged.',
    },
  },
} as const satisfies Record<string, ProductField>

const code = (max: number) => lineName(max).transform(tidyText).nullish()

const textOf = (text: string | null | undefined): string | undefined => (text === null ? '' : text)

export type FieldName = keyof typeof productFields

export const fieldEntries: readonly (readonly [FieldName, ProductField])[] =
  // Object.entries loses the types of the keys.
  Object.entries(productFields) as [FieldName, ProductField][]
