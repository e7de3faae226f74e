import { exportProducts } from './catalog/export-products.ts'
import { exportCustomers } from './customers/export-customers.ts'
import { exportLeads } from './leads/export-leads.ts'
import { exportSubscribers } from './newsletter/export-subscribers.ts'
import { exportOrders } from './orders/search/export-orders.ts'
import type { CsvExport } from './owners/export/csv-export.ts'

/** By file name. */
export const csvExports: Readonly<Record<string, CsvExport>> = {
  'orders.csv': exportOrders,
  'products.csv': exportProducts,
  'customers.csv': exportCustomers,
  'leads.csv': exportLeads,
  'subscribers.csv': exportSubscribers,
}
