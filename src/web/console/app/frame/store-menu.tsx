import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import type { SessionAnswer } from '../../../../shared/answers.ts'
import { Icon } from '../parts/icons.tsx'
import { useStore } from '../session/store-context.tsx'
import { useLeave } from '../session/use-leave.ts'
import { StoreFace } from './store-button.tsx'

/** The store, the others of this browser, and the way out. */
export function StoreMenu({ sessions }: { sessions: readonly SessionAnswer[] }) {
  const { session } = useStore()
  const navigate = useNavigate()
  const leave = useLeave()

  return (
    <>
      {leave.dialog}
      <Menu.Root defaultOpen>
        <Menu.Trigger className="store-button">
          <StoreFace />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className="layer" sideOffset={6} align="start">
            <Menu.Popup className="menu">
              {sessions.length > 1 && (
                <Menu.Group>
                  <Menu.GroupLabel className="menu-label">Stores</Menu.GroupLabel>
                  {sessions.map(({ store, business_name }) => (
                    <Menu.Item
                      key={store}
                      className="menu-item"
                      onClick={() => void navigate({ to: '/s/$store', params: { store } })}
                    >
                      <span>{business_name}</span>
                      {store === session.store && <Icon name="check" />}
                    </Menu.Item>
                  ))}
                </Menu.Group>
              )}
              <Menu.Item
                className="menu-item"
                onClick={() => window.open(`/shop/${session.store}`, '_blank', 'noopener')}
              >
                View the shop
              </Menu.Item>
              {session.viewer.kind === 'key' && session.viewer.everything && (
                <Menu.Item
                  className="menu-item"
                  onClick={() => void navigate({ to: '/s/$store/become-owner', params: { store: session.store } })}
                >
                  Make yourself a person
                </Menu.Item>
              )}
              {session.viewer.kind === 'key' && (
                <Menu.Item
                  className="menu-item"
                  onClick={() => void navigate({ to: '/log-in', search: { with: 'key' } })}
                >
                  Log in to another store
                </Menu.Item>
              )}
              <Menu.Separator className="menu-line" />
              {session.viewer.kind === 'person' && (
                <Menu.Item className="menu-item" onClick={() => void navigate({ to: '/me' })}>
                  You and your sessions
                </Menu.Item>
              )}
              <Menu.Item className="menu-item" onClick={() => void leave.logOut()}>
                Log out
              </Menu.Item>
              <Menu.Item className="menu-item" onClick={() => void leave.logOutEverywhere()}>
                Log out everywhere
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  )
}
