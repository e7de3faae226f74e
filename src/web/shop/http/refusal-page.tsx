import type { Refusal } from '../../../api/http/refusal.ts'
import { Newsletter } from '../views/newsletter.tsx'
import type { ShellLink } from '../views/shell.tsx'
import { UnlockForm } from '../views/unlock-form.tsx'
import { whenAgain } from '../views/when-again.ts'
import type { ShopAssets } from './assets.ts'
import { type RenderedPage, renderShell } from './document.tsx'
import type { ShopView } from './shop-view.ts'

interface Words {
  title: string
  explained: string
  /** Where a shopper may go on. */
  next: 'home' | 'again' | 'unlock' | 'wait' | null
}

interface Refused {
  view: ShopView
  assets: ShopAssets
  refusal: Refusal
  accent: string | null
  /** The path of the page whose form was refused; empty otherwise. */
  cameFrom: string
  /** Of the owner, such as an imprint. */
  links: readonly ShellLink[]
  /** Whether this service sends any. */
  sendsMails: boolean
}

/** What a shopper reads instead of the page that was asked for. Search engines leave it out. */
export function refusalPage({ view, assets, refusal, accent, cameFrom, links, sendsMails }: Refused): RenderedPage {
  const { title, explained, next } = wordsFor(refusal)
  return renderShell({
    view,
    assets,
    accent,
    links: next === 'wait' ? [...links, ...stillOpen(view)] : links,
    head: { title, description: '', canonical: view.home, isIndexed: false },
    children: (
      <>
        <h1>{title}</h1>
        <p>{explained}</p>
        {next === 'unlock' && <UnlockForm />}
        {next === 'wait' && <Newsletter sendsMails={sendsMails} />}
        {next === 'home' && (
          <p>
            <a class="button" href={cameFrom || view.home}>
              {cameFrom ? 'Go back' : 'Go to the shop'}
            </a>
          </p>
        )}
      </>
    ),
  })
}

/** What goes on while the store is closed. */
const stillOpen = ({ at }: ShopView): ShellLink[] => [
  { label: 'Write to us', url: at('/contact') },
  { label: 'Track an order', url: at('/track') },
  { label: 'Your account', url: at('/account') },
]

function wordsFor({ status, code, reason, message, retryAfter }: Refusal): Words {
  if (code === 'RATE_LIMITED')
    return {
      title: 'One moment, please',
      explained: `Too many pages were asked for from your address. ${whenAgain(retryAfter)}`,
      next: 'again',
    }
  if (reason === 'STORE_CLOSED')
    return {
      title: 'This shop opens soon',
      explained: 'There is nothing to buy here yet. Leave your email address to hear when that changes.',
      next: 'wait',
    }
  if (reason === 'STORE_INACTIVE')
    return {
      title: 'This shop is closed',
      explained: 'Its owner has switched it off for now. Please come back later.',
      next: null,
    }
  if (code === 'STORE_NOT_FOUND')
    return { title: 'There is no shop here', explained: 'Check the address for a typing mistake.', next: null }
  if (code === 'UNAUTHENTICATED') {
    const explained =
      reason === 'WRONG_PASSWORD' ? 'That is not the password. Please try again.' : 'Enter it to look around.'
    return { title: 'This shop needs a password', explained, next: 'unlock' }
  }
  if (status === 404)
    return {
      title: 'This page does not exist',
      explained: 'It may have been moved, or sold out for good.',
      next: 'home',
    }
  if (status === 503)
    return {
      title: 'We will be right back',
      explained: `The shop cannot be reached at the moment. ${whenAgain(retryAfter)}`,
      next: 'again',
    }
  if (status >= 500)
    return {
      title: 'Something went wrong',
      explained: 'The fault is ours. Please try again in a moment.',
      next: 'home',
    }
  return { title: 'This did not work', explained: message, next: 'home' }
}
