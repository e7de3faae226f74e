import { Link, useMatchRoute } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import type { SessionAnswer } from '../../../../shared/answers.ts'
import { Icon } from '../parts/icons.tsx'
import { maySee, useStore } from '../session/store-context.tsx'
import { openFinder } from './finder.tsx'
import { type Place, places } from './places.ts'
import { StoreButton } from './store-button.tsx'
import { useWaiting } from './waiting.ts'

export function Navigation({ sessions }: { sessions: readonly SessionAnswer[] }) {
  const { session } = useStore()
  const [isOpen, setOpen] = useState(false)
  const isAt = useMatchRoute()
  const offered = places.filter(({ scope }) => scope === null || maySee(session, scope))
  const isBehindMore = offered.some(
    ({ to, isFirst }) => !isFirst && isAt({ to, params: { store: session.store }, fuzzy: true }),
  )
  return (
    <header class="side" data-open={isOpen || undefined}>
      <div class="side-head">
        <StoreButton sessions={sessions} />
        <button type="button" class="icon-button side-find" onClick={openFinder} aria-label="Search">
          <Icon name="search" />
        </button>
      </div>
      <button type="button" class="side-search" onClick={openFinder}>
        <Icon name="search" />
        <span>Search</span>
        <kbd>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Places" class="side-nav">
        {offered.map((place) => (
          <PlaceLink key={place.to} place={place} onGo={() => setOpen(false)} />
        ))}
        <button
          type="button"
          class="side-more"
          aria-expanded={isOpen}
          aria-current={isBehindMore && !isOpen ? 'true' : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
          <span>{isOpen ? 'Close' : 'More'}</span>
        </button>
      </nav>
    </header>
  )
}

function PlaceLink({ place, onGo }: { place: Place; onGo: () => void }) {
  const { session } = useStore()
  const { icon, name, to, isFirst, waitsFor } = place
  const waiting = useWaiting()
  const count = waitsFor ? (waiting?.[waitsFor] ?? 0) : 0
  return (
    <Link
      to={to}
      params={{ store: session.store }}
      className="side-link"
      data-first={isFirst || undefined}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: to === '/s/$store', includeSearch: false }}
      onClick={onGo}
    >
      <Icon name={icon} />
      <span>{name}</span>
      {count > 0 && (
        <span class="side-count">
          {count > 99 ? '99+' : count}
          <span class="hidden"> waiting</span>
        </span>
      )}
    </Link>
  )
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
