import { Menu } from '@base-ui/react/menu'
import { sitePath } from '../data/request.ts'
import { isConfirmed } from '../session/sessions.ts'
import { useStoreName } from '../session/store-context.tsx'
import { Icon } from './icons.tsx'
import { sayError } from './toasts.tsx'

interface ExportButtonProps {
  of: 'orders' | 'products' | 'customers' | 'leads' | 'subscribers'
  /** The variables of the list's query, of which those for its pages do not count. */
  filters: Readonly<Record<string, string | number | boolean | null>>
}

const words = {
  orders: ['Orders', 'orders'],
  products: ['Products', 'products'],
  customers: ['Customers', 'customers'],
  leads: ['Leads', 'leads'],
  subscribers: ['Subscribers', 'subscribers'],
} as const

/** Other files than the list itself: their names, and which parameters differ. Null leaves a filter out. */
const otherContents: {
  readonly [Of in ExportButtonProps['of']]?: readonly (readonly [string, ExportButtonProps['filters']])[]
} = {
  orders: [['A row for each item', { rows: 'items' }]],
  customers: [['With and without an account', { account: null }]],
}

/** The service gives these only to a person who has given their password lately. */
const needsConfirming: readonly ExportButtonProps['of'][] = ['customers']

/** Downloads what the list shows, on all of its pages, as a CSV file. */
export function ExportButton({ of, filters }: ExportButtonProps) {
  const store = useStoreName()
  const [title, several] = words[of]
  const chosen = parametersOf(filters)
  const formats = [
    ['for Excel', forExcel()],
    ['plain CSV', {}],
  ] as const
  const files = [[title, {}] as const, ...(otherContents[of] ?? [])].flatMap(([name, changes]) =>
    formats.map(([format, how]) => [`${name}, ${format}`, parametersOf({ ...filters, ...changes, ...how })] as const),
  )
  return (
    <Menu.Root>
      <Menu.Trigger className="button">
        <Icon name="download" /> Export
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="layer" sideOffset={6} align="end">
          <Menu.Popup className="menu">
            <Menu.Group>
              <Menu.GroupLabel className="menu-label">
                {Object.keys(chosen).length > 0 ? `The ${several} that the list shows` : `All ${several}`}
              </Menu.GroupLabel>
              {files.map(([name, parameters]) => {
                const href = sitePath(store, `export/${of}.csv?${new URLSearchParams(parameters)}`)
                return (
                  <Menu.Item
                    key={name}
                    className="menu-item"
                    render={
                      <a href={href} download onClick={needsConfirming.includes(of) ? confirmFirst : undefined}>
                        {name}
                      </a>
                    }
                  />
                )
              })}
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** A download that is refused could not ask. */
function confirmFirst(event: MouseEvent): void {
  const { href } = event.currentTarget as HTMLAnchorElement
  event.preventDefault()
  void isConfirmed().then((goOn) => {
    if (goOn) Object.assign(document.createElement('a'), { href, download: '' }).click()
  }, sayError)
}

const OF_PAGES = ['first', 'after']
/** Where the list's argument has another name. */
const names: Readonly<Record<string, string>> = { placedFrom: 'from', placedUntil: 'until' }

const parametersOf = (filters: ExportButtonProps['filters']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === null || OF_PAGES.includes(name) ? [] : [[names[name] ?? snakeCase(name), String(value)]],
    ),
  )

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Excel reads numbers as the owner's country writes them. */
const forExcel = (): Record<string, string> => ({
  for: 'excel',
  ...((1.5).toLocaleString(navigator.language).includes(',') && { decimal: 'comma' }),
})
