import sharp from 'sharp'
import { ownerOf } from './owner.ts'
import { upload } from './pictures.ts'
import type { Shop } from './shop.ts'

/** Grain in every size, so that it compresses as a photograph does: JPEG of 12 megapixels and about 2 MB. */
async function photograph(width: number, height: number, hue: number): Promise<Buffer> {
  const noise = (w: number, h: number, sigma: number) =>
    sharp({
      create: { width: w, height: h, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma } },
    })
      .resize(width / 4, height / 4, { kernel: 'cubic', fit: 'fill' })
      .png()
      .toBuffer()
  const [shapes, texture] = await Promise.all([noise(9, 7, 60), noise(240, 180, 22)])
  const small = await sharp(shapes)
    .composite([{ input: texture, blend: 'soft-light' }])
    .modulate({ hue, saturation: 0.6 })
    .png()
    .toBuffer()
  return sharp(small).resize(width, height, { fit: 'fill' }).jpeg({ quality: 90 }).toBuffer()
}

/** As people hold their phones: upright, on the side, square, a panorama, a strip. */
const shapes = [
  [3_000, 4_000],
  [4_000, 3_000],
  [3_464, 3_464],
  [6_000, 2_000],
  [1_500, 8_000],
] as const

const categories = [
  ...['Sarees', 'Kurtas and tunics for every day', 'Dupattas', 'Shawls', 'Men’s shirts', 'Nehru jackets'],
  ...['Children', 'Block prints', 'Table linen', 'Cushions', 'Bedspreads and quilts', 'Rugs', 'Brass', 'Ceramics'],
  ...['Jewellery', 'Bags', 'Sandals', 'Soaps & oils', 'ملابس', 'त्योहार के उपहार'],
]
const longName =
  'Hand-woven Chanderi silk-cotton saree with zari border, peacock motifs and an unstitched blouse piece, natural indigo, dyed and finished in Maheshwar (6.3 m)'
const names = [
  longName,
  'Kurta',
  'قميص قطني مطرز يدويًا من لكناو بأكمام طويلة',
  'बनारसी रेशमी साड़ी, हाथ से बुनी हुई',
  'Donaudampfschifffahrtsgesellschaftskapitänstuch',
  'Shawl',
]

const payments = { provider: 'sandbox' }
const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
const colours = ['Indigo', 'Madder red', 'Turmeric', 'Natural', 'Black']

/** A boutique as it moves in: 300 products, photographs of 12 megapixels, linked ones that are gone, zones. */
export async function addBoutique(shop: Shop) {
  const address = {
    subdomain: 'boutique',
    businessName: 'Lakshmi & Daughters Handloom Emporium Pune',
    payments,
    tax: { rate: 5, inclusive: true },
    shipping: {
      zones: [
        {
          ...{ code: 'city', name: 'Pune', countries: ['IN'], postalCodes: ['411001-411062'] },
          methods: [
            { code: 'bike', name: 'By bicycle, the same day', tiers: [{ from: 0, fee: 40 }], minDays: 0, maxDays: 1 },
          ],
        },
        {
          ...{ code: 'india', name: 'India', countries: ['IN'] },
          methods: [
            {
              code: 'post',
              basis: 'price',
              name: 'Speed Post',
              tiers: [
                { from: 0, fee: 90 },
                { from: 3_000, fee: 0 },
              ],
              minDays: 3,
              maxDays: 6,
            },
          ],
        },
      ],
    },
    chat: { enabled: true },
  }
  const store = await shop.addStore({ store: address })
  const { key } = await ownerOf(shop, store)
  const uploaded: string[] = []
  for (const [at, [width, height]] of shapes.entries()) {
    const { status, body } = await upload(
      shop,
      { subdomain: store.subdomain, key },
      await photograph(width, height, at * 70),
    )
    if (status !== 200) throw new Error(`A photograph was refused: ${JSON.stringify(body)}`)
    uploaded.push(new URL(body.media.url).pathname)
  }
  const urlOf = (at: number) =>
    at % 9 === 8 ? `https://127.0.0.1:9/gone/${at}.jpg` : (uploaded[at % uploaded.length] ?? '')
  const products = Array.from({ length: 300 }, (_, at) => ({
    slug: `product-${at}`,
    name: at < names.length ? names[at] : `${names[at % names.length]?.slice(0, 140)} ${at}`,
    price: 1_299 + at * 50,
    ...(at % 3 === 0 && { salePrice: 999 + at * 50 }),
    category: categories[at % categories.length],
    ...(at % 2 === 1 && { brand: 'Lakshmi' }),
    description: '<p>Woven in <strong>Maheshwar</strong>.</p><ul><li>Wash by hand</li><li>Dry in the shade</li></ul>',
    media: [at, at + 1, at + 2].map((each) => ({ url: urlOf(each), alt: '' })),
    stock: at % 11 === 5 ? 0 : at % 4 === 1 ? 2 : 40,
    ...(at % 6 === 1 && {
      variants: sizes.flatMap((Size, row) =>
        colours.map((Colour, column) => ({ options: { Size, Colour }, stock: (row + column) % 4 === 0 ? 0 : 3 })),
      ),
    }),
  }))
  return shop.addStore({
    store: {
      ...address,
      appearance: {
        heroText: 'Hand-woven in Maheshwar, Chanderi and Varanasi. Sent from Pune within two days.',
        heroPicture: { url: uploaded[1], alt: '' },
        logo: { url: uploaded[3], alt: '' },
      },
    },
    products,
  })
}

/** A bakery that has no photographs yet, and one category. */
export const addBakery = (shop: Shop) =>
  shop.addStore({
    store: { subdomain: 'bakery', businessName: 'Poona Bakery', payments, shipping: { fee: 40, freeFrom: 500 } },
    products: ['Shrewsbury biscuits', 'Mawa cake', 'Pav', 'Nankhatai', longName].map((name, at) => ({
      ...{ slug: `bread-${at}`, name, price: 120 + at, category: 'Bakes' },
      ...(at === 2 && { stock: 0 }),
      ...(at === 1 && { variants: [{ options: { weight: '250 g' } }, { options: { weight: '500 g' }, price: 230 }] }),
    })),
  })

/** Amounts without decimals, names without blanks. */
export const addYenShop = (shop: Shop) =>
  shop.addStore({
    store: {
      ...{
        subdomain: 'yen',
        businessName: '京都の器と暮らしの道具店',
        currency: 'JPY',
        timeZone: 'Asia/Tokyo',
        payments,
      },
      shipping: { fee: 800, freeFrom: 11_000 },
    },
    products: ['清水焼の湯呑み', '伊賀焼の土鍋と木の蓋のセット（三人から四人用、直火専用）', '竹の茶さじ'].map(
      (name, at) => ({
        ...{ slug: `utsuwa-${at}`, name, price: 3_850 * (at + 1), category: ['器', '鍋', '茶道具'][at] },
        ...(at === 0 && { salePrice: 3_300 }),
      }),
    ),
  })
