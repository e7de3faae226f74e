import { exportProducts } from './catalog/export-products.ts'
import { exportLeads } from './leads/export-leads.ts'
import { exportSubscribers } from './newsletter/export-subscribers.ts'
import { exportOrders } from './orders/search/export-orders.ts'
import type { CsvExport } from './owners/export/csv-export.ts'

/** By file name. */
export const csvExports: Readonly<Record<string, CsvExport>> = {
  'orders.csv': exportOrders,
  'products.csv': exportProducts,
  'leads.csv': exportLeads,
  'subscribers.csv': exportSubscribers,
}
