import type { CsvExport } from './gateway/csv-export.ts'
import { exportLeads } from './leads/export-leads.ts'
import { exportSubscribers } from './newsletter/export-subscribers.ts'
import { exportOrders } from './orders/export-orders.ts'

/** What the owner takes away as CSV, by the name of the file. */
export const csvExports: Readonly<Record<string, CsvExport>> = {
  'orders.csv': exportOrders,
  'leads.csv': exportLeads,
  'subscribers.csv': exportSubscribers,
}
