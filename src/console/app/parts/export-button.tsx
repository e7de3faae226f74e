import { sitePath } from '../data/request.ts'
import { useStoreName } from '../session/store-context.tsx'
import { Icon } from './icons.tsx'

/** Downloads a whole list as a CSV file. */
export function ExportButton({ of }: { of: 'orders' | 'products' | 'customers' | 'leads' | 'subscribers' }) {
  const store = useStoreName()
  return (
    <a class="button" href={sitePath(store, `export/${of}.csv`)} download>
      <Icon name="download" /> Export
    </a>
  )
}
