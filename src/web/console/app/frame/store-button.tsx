import { useState } from 'preact/hooks'
import type { SessionAnswer } from '../../../../shared/answers.ts'
import { loadScript } from '../data/load-script.ts'
import { Icon } from '../parts/icons.tsx'
import { sayError } from '../parts/toasts.tsx'
import { viewerWords } from '../session/role-words.ts'
import { useStore } from '../session/store-context.tsx'

type Script = typeof import('./store-menu.tsx')

const load = () => loadScript(() => import('./store-menu.tsx'))
const loadEarly = () => void load().catch(() => undefined)

/** Opens the menu of stores, whose script comes when it is pressed for the first time, or pointed at. */
export function StoreButton({ sessions }: { sessions: readonly SessionAnswer[] }) {
  const [script, setScript] = useState<Script | null>(null)
  if (script) return <script.StoreMenu sessions={sessions} />
  return (
    <button
      type="button"
      class="store-button"
      aria-haspopup="menu"
      onPointerEnter={loadEarly}
      onFocus={loadEarly}
      onClick={() => load().then(setScript, sayError)}
    >
      <StoreFace />
    </button>
  )
}

export function StoreFace() {
  const { session } = useStore()
  return (
    <>
      <span class="store-mark" aria-hidden="true">
        {session.business_name.slice(0, 1).toUpperCase()}
      </span>
      <span class="store-name">
        <strong>{session.business_name}</strong>
        <span class="quiet">
          <span class="hidden">Logged in as </span>
          {viewerWords(session)}
        </span>
      </span>
      <Icon name="down" />
    </>
  )
}
