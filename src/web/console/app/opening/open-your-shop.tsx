import { lazy, Suspense } from 'preact/compat'
import { OpeningDocument } from '../../../../generated/console/documents.ts'
import { loadScript } from '../data/load-script.ts'
import { useData } from '../data/use-data.ts'
import { useMayChange } from '../session/store-context.tsx'

const OpeningCard = lazy(() => loadScript(() => import('./opening-card.tsx')))

/** Only while the store is closed, for those who may open it. */
export function OpenYourShop() {
  const { data } = useData(OpeningDocument, {}, { enabled: useMayChange('settings') })
  if (!data?.store || data.store.openedAt !== null) return null
  return (
    <Suspense fallback={null}>
      <OpeningCard opening={data.store} />
    </Suspense>
  )
}
