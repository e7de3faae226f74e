import { type PaymentMethod, Prisma, type ShippingMethod, type ShippingZone } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { columnsOf } from '../../platform/database/store-statement.ts'

// SQL, since terms and their version are read as of one moment, also in the transaction of a checkout.

/** A row as PostgreSQL writes it into JSON: its amounts, none of which is too large for that, are numbers. */
export type AsJson<Row> = {
  [Field in keyof Row]: Row[Field] extends bigint | null ? number | (Row[Field] & null) : Row[Field]
}

interface TermsRow {
  version: bigint
  zones: ShippingZone[] | null
  methods: AsJson<ShippingMethod>[] | null
  paymentMethods: AsJson<PaymentMethod>[] | null
}

const columns = {
  zones: Prisma.raw(columnsOf(Object.keys(Prisma.ShippingZoneScalarFieldEnum))),
  methods: Prisma.raw(columnsOf(Object.keys(Prisma.ShippingMethodScalarFieldEnum))),
  paymentMethods: Prisma.raw(columnsOf(Object.keys(Prisma.PaymentMethodScalarFieldEnum))),
}

/** Reads all that is active of a store's zones, delivery methods and payment methods, in the owner's order. */
export async function readTermsRow(db: SqlClient, storeId: string): Promise<TermsRow | undefined> {
  const [row] = await db.$queryRaw<TermsRow[]>`
    SELECT coalesce((SELECT terms_version FROM content_versions WHERE store_id = ${storeId}::uuid), 0) AS version,
      (SELECT json_agg(zone ORDER BY position, code) FROM (
        SELECT ${columns.zones} FROM shipping_zones WHERE store_id = ${storeId}::uuid) AS zone) AS zones,
      (SELECT json_agg(method ORDER BY position, code) FROM (
        SELECT ${columns.methods} FROM shipping_methods WHERE store_id = ${storeId}::uuid AND active) AS method) AS methods,
      (SELECT json_agg(method ORDER BY position, code) FROM (
        SELECT ${columns.paymentMethods} FROM payment_methods WHERE store_id = ${storeId}::uuid AND active) AS method
      ) AS "paymentMethods"`
  return row
}
