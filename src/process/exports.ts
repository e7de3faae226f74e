import { exportProducts } from '../commerce/catalog/export-products.ts'
import { exportCustomers } from '../commerce/customers/export-customers.ts'
import { exportLeads } from '../commerce/leads/export-leads.ts'
import { exportSubscribers } from '../commerce/newsletter/export-subscribers.ts'
import { exportOrders } from '../commerce/orders/search/export-orders.ts'
import type { CsvExport } from '../commerce/owners/export/csv-export.ts'

/** By file name. */
export const csvExports: Readonly<Record<string, CsvExport>> = {
  'orders.csv': exportOrders,
  'products.csv': exportProducts,
  'customers.csv': exportCustomers,
  'leads.csv': exportLeads,
  'subscribers.csv': exportSubscribers,
}
