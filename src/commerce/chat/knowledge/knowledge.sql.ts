import { Prisma, type Product, type Service, type Variant } from '../../../generated/prisma/client.ts'
import { columnsOf, storeStatement } from '../../../platform/database/store-statement.ts'

// SQL, since it is read from the replica if there is one.

const columns = (fields: object) => columnsOf(Object.keys(fields))

export const knownProducts = storeStatement<Product>(
  'products to know',
  `SELECT ${columns(Prisma.ProductScalarFieldEnum)} FROM products WHERE store_id = $1 AND active
   ORDER BY display_order, created_at DESC, id DESC LIMIT $2`,
)
export const knownVariants = storeStatement<Variant>(
  'variants to know',
  `SELECT ${columns(Prisma.VariantScalarFieldEnum)} FROM variants
   WHERE store_id = $1 AND product_id = ANY ($2::uuid[]) ORDER BY position, id`,
)
export const knownServices = storeStatement<Service>(
  'services to know',
  `SELECT ${columns(Prisma.ServiceScalarFieldEnum)} FROM services WHERE store_id = $1 ORDER BY position, name LIMIT $2`,
)
