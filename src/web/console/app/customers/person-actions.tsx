import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { CustomerDataDocument, EraseCustomerDocument } from '../../../../generated/console/documents.ts'
import { digitsOf } from '../../../../shared/typed-text.ts'
import { type RequestError, request } from '../data/request.ts'
import { useInvalidate } from '../data/use-data.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { countOf } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { say } from '../parts/toasts.tsx'
import { maySee, useMayChange, useStore } from '../session/store-context.tsx'
import type { ShownCustomer } from './customer-page.tsx'
import { PasswordLinkDialog } from './password-link-dialog.tsx'

interface PersonActionsProps {
  person: Pick<ShownCustomer, 'name' | 'phone'>
  /** Of the person; none of a guest. */
  account?: ShownCustomer
  mayChange: boolean
  /** With null before the next attempt. */
  onRefused: (error: RequestError | null) => void
}

/** Exports and erases what is known of a person, by the phone; links for the password of an account. */
export function PersonActions({ person: { name, phone }, account, mayChange, onRefused }: PersonActionsProps) {
  const { session } = useStore()
  const { store } = session
  const mayErase = useMayChange('orders')
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const [dialog, confirm] = useConfirm()
  const [isLinkOpen, setLinkOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function run(work: () => Promise<void>): Promise<void> {
    onRefused(null)
    setBusy(true)
    try {
      await work()
    } catch (error) {
      onRefused(error as RequestError)
    } finally {
      setBusy(false)
    }
  }

  const download = () =>
    run(async () => {
      const { customerData } = await request(store, CustomerDataDocument, { phone })
      saveAs(`${store}-customer-${digitsOf(phone)}.json`, JSON.stringify(customerData, null, 2))
      say('The data were downloaded')
    })

  async function erase(): Promise<void> {
    const goOn = await confirm({
      title: `Erase ${name}?`,
      text: account
        ? `The account with its ${countOf(account.points, 'point')}, addresses, cart and wishlist, the newsletter subscription and messages are deleted for good. Orders and reviews stay, without name, phone, email or address: also orders placed as a guest with ${phone}. This cannot be undone.`
        : `The newsletter subscription and messages are deleted for good. Orders placed with ${phone} stay, without name, phone, email or address. This cannot be undone.`,
      action: 'Erase for good',
      cancel: 'Keep the customer',
    })
    if (!goOn) return
    await run(async () => {
      const { eraseCustomer: erased } = await request(store, EraseCustomerDocument, { phone })
      await navigate({ to: '/s/$store/customers', params: { store }, search: account ? {} : { account: 'false' } })
      await invalidate()
      const orders = countOf(erased?.orders ?? 0, 'order')
      const reviews = countOf(erased?.reviews ?? 0, 'review')
      say(`${name} was erased; ${orders} and ${reviews} stay without a name`)
    })
  }

  return (
    <>
      {dialog}
      {maySee(session, 'orders') && (
        <button type="button" class="button" disabled={isBusy} onClick={() => void download()}>
          <Icon name="download" /> Export their data
        </button>
      )}
      {mayChange && (account || mayErase) && (
        <Menu.Root>
          <Menu.Trigger className="icon-button" aria-label="More actions" disabled={isBusy}>
            <Icon name="more" />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner className="layer" sideOffset={6} align="end">
              <Menu.Popup className="menu">
                {account && (
                  <Menu.Item className="menu-item" onClick={() => setLinkOpen(true)}>
                    Password link
                  </Menu.Item>
                )}
                {mayErase && (
                  <Menu.Item className="menu-item menu-danger" onClick={() => void erase()}>
                    Erase the customer
                  </Menu.Item>
                )}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      )}
      {account && isLinkOpen && <PasswordLinkDialog customer={account} onClose={() => setLinkOpen(false)} />}
    </>
  )
}

function saveAs(name: string, json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
