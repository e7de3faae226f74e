import { Empty } from '../parts/empty.tsx'
import { useStore } from '../session/store-context.tsx'

/** @param needs what a key would have to be allowed, such as `change settings` */
export function NotShown({ what, needs = 'change settings' }: { what: string; needs?: string }) {
  const { viewer } = useStore().session
  return viewer.kind === 'person' ? (
    <Empty title={`${what} are not shown to your role`}>An owner of the store can give you one that shows them.</Empty>
  ) : (
    <Empty title={`${what} are not shown to this key`}>Log in with one that may {needs}.</Empty>
  )
}
