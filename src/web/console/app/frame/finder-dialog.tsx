import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import {
  FindCustomersDocument,
  FindOrdersDocument,
  FindProductsDocument,
} from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { useLater } from '../parts/use-later.ts'
import { maySee, useStore } from '../session/store-context.tsx'
import { groups } from '../settings/sections.ts'
import { places } from './places.ts'

interface Found {
  key: string
  name: string
  detail: string
  path: string
}

interface Group {
  value: string
  items: Found[]
}

const WAIT_MS = 150

/** For either scope. */
const trials = (['marketing', 'settings'] as const).map((scope) => ({
  name: 'Try out a cart',
  scope,
  detail: '',
  path: '/try-out',
}))

/** Offered once something is typed. */
const settings = groups.flatMap(({ sections }) =>
  sections.map(({ name, title }) => ({
    name: title,
    scope: 'settings' as const,
    detail: 'Settings',
    path: `/settings/${name}`,
  })),
)

/** Finds orders, products, customers and places by what is typed; Enter opens the chosen one. */
export function FinderDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const { session } = useStore()
  const groups = useFound(typed)
  const close = () => {
    setTyped('')
    onClose()
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="finder" aria-label="Search the store">
          <Autocomplete.Root
            inline
            open
            mode="none"
            items={groups}
            value={typed}
            onValueChange={setTyped}
            autoHighlight="always"
            itemToStringValue={({ name }: Found) => name}
          >
            <Autocomplete.Input
              className="finder-input"
              placeholder="Search orders, products, customers, places"
              aria-label="Search"
            />
            <Autocomplete.Empty className="finder-empty">
              {typed.trim() === '' ? null : `Nothing found for “${typed.trim()}”.`}
            </Autocomplete.Empty>
            <Autocomplete.List className="finder-list">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="menu-label">{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Found) => (
                      <Autocomplete.Item
                        key={item.key}
                        value={item}
                        className="finder-item"
                        onClick={() => {
                          close()
                          void navigate({ href: `/console/s/${session.store}${item.path}` })
                        }}
                      >
                        <span>{item.name}</span>
                        <span class="quiet">{item.detail}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useFound(typed: string): Group[] {
  const { session, formats } = useStore()
  const search = useLater(typed.trim(), WAIT_MS)
  const isAsked = search !== ''
  const orders = useData(FindOrdersDocument, { search }, { enabled: isAsked && maySee(session, 'orders') })
  const products = useData(FindProductsDocument, { search }, { enabled: isAsked && maySee(session, 'catalogue') })
  const customers = useData(FindCustomersDocument, { search }, { enabled: isAsked && maySee(session, 'customers') })
  const wanted = typed.trim().toLowerCase()
  const groups: Group[] = [
    {
      value: 'Places',
      items: [
        ...places.map(({ name, scope, to }) => ({ name, scope, detail: '', path: to.replace('/s/$store', '') || '/' })),
        ...trials.filter(({ scope }) => maySee(session, scope)).slice(0, 1),
        ...(wanted === '' ? [] : settings),
      ]
        .filter(({ name, scope }) => (scope === null || maySee(session, scope)) && name.toLowerCase().includes(wanted))
        .map(({ name, detail, path }) => ({ key: `place ${path}`, name, detail, path })),
    },
  ]
  if (isAsked) {
    groups.push(
      {
        value: 'Orders',
        items: [
          ...(orders.data?.orders?.nodes ?? []).map(({ id, orderNo, buyerName, total, currency }) => ({
            key: id,
            name: orderNo,
            detail: `${buyerName} · ${formats.money(total, currency)}`,
            path: `/orders/${orderNo}`,
          })),
          ...moreOf('orders', orders.data?.orders, search),
        ],
      },
      {
        value: 'Products',
        items: [
          ...(products.data?.products?.nodes ?? []).map(({ id, name, category }) => ({
            key: id,
            name,
            detail: category,
            path: `/products/${id}`,
          })),
          ...moreOf('products', products.data?.products, search),
        ],
      },
      {
        value: 'Customers',
        items: [
          ...(customers.data?.customers?.nodes ?? []).map(({ id, name, phone }) => ({
            key: id,
            name,
            detail: phone,
            path: `/customers/${id}`,
          })),
          ...moreOf('customers', customers.data?.customers, search),
          ...(customers.data?.guests?.nodes ?? []).map(({ id, name, phone }) => ({
            key: `guest ${id}`,
            name,
            detail: `${phone} · without an account`,
            path: `/customers/guests/${id}`,
          })),
          ...moreOf('customers', customers.data?.guests, search, { account: 'false' }),
        ],
      },
    )
  }
  return groups.filter(({ items }) => items.length > 0)
}

/** The way to the list, where more is found than is shown. @param choice what else the list's address says */
function moreOf(
  list: 'orders' | 'products' | 'customers',
  page: { pageInfo: { hasNextPage: boolean } } | null | undefined,
  search: string,
  choice: Record<string, string> = {},
): Found[] {
  if (!page?.pageInfo.hasNextPage) return []
  const asked = new URLSearchParams({ q: search, ...choice })
  return [
    {
      key: `more ${list} ${asked}`,
      name: `All ${list} with “${search}”${choice.account ? ', without an account' : ''}`,
      detail: '',
      path: `/${list}?${asked}`,
    },
  ]
}
