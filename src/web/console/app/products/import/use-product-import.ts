import { useEffect, useRef, useState } from 'preact/hooks'
import {
  ApplyProductImportDocument,
  CancelProductImportDocument,
  CheckProductImportDocument,
  type CheckProductImportMutationVariables,
  type ImportStateFragment,
  ProductImportDocument,
  ProductImportReportDocument,
  type ProductImportReportQuery,
} from '../../../../../generated/console/documents.ts'
import { type RequestError, request } from '../../data/request.ts'
import { useData, useInvalidate } from '../../data/use-data.ts'
import { useStoreName } from '../../session/store-context.tsx'
import { sendProductFile } from './send-product-file.ts'

const REFRESH_MS = 1_000

export type Choices = Omit<CheckProductImportMutationVariables, 'id'>
export type FoundImport = NonNullable<ProductImportReportQuery['productImport']>
export type FoundReport = NonNullable<FoundImport['report']>

interface Upload {
  file: File
  sent: number
}

const isRunning = (found: ImportStateFragment | null | undefined): boolean =>
  found?.status === 'CHECKING' || found?.status === 'IMPORTING'

/** The store's latest import of a product file, which goes on by itself; whoever opens the page sees how far it is. */
export function useProductImport() {
  const store = useStoreName()
  const invalidate = useInvalidate()
  const [upload, setUpload] = useState<Upload | null>(null)
  const [error, setError] = useState<RequestError | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [hidden, setHidden] = useState<string | null>(null)
  const [shown, setShown] = useState<FoundImport | null>(null)
  const [round, setRound] = useState(0)
  const [isWatched, setWatched] = useState(false)
  const leaving = useRef<AbortController | null>(null)
  const latest = useData(ProductImportDocument, {}, isWatched ? { refreshEvery: REFRESH_MS } : {})
  const found = latest.data?.productImport ?? null
  const current = found && found.id !== hidden && found.status !== 'UPLOADING' ? found : null
  const { id, status } = current ?? {}

  useEffect(() => setWatched(isRunning(found)), [found])
  useEffect(() => () => leaving.current?.abort(), [])

  useEffect(() => {
    setShown(null)
    if (!id || status === 'CHECKING' || status === 'IMPORTING') return
    let isOver = false
    request(store, ProductImportReportDocument, { id }).then(
      ({ productImport }) => isOver || setShown(productImport),
      (failure: RequestError) => isOver || setError(failure),
    )
    return () => {
      isOver = true
    }
  }, [store, id, status, round])

  const before = useRef(status)
  useEffect(() => {
    // Its products are listed elsewhere.
    if (before.current === 'IMPORTING' && status !== 'IMPORTING') void invalidate()
    before.current = status
  }, [status, invalidate])

  /** Runs what asks the service for something, and reads what has become of the import. */
  async function ask(work: () => Promise<unknown>): Promise<void> {
    setError(null)
    setAsking(true)
    try {
      await work()
    } catch (failure) {
      if (!leaving.current?.signal.aborted) setError(failure as RequestError)
    }
    await invalidate(['ProductImport'])
    setRound((number) => number + 1)
    setUpload(null)
    setAsking(false)
  }

  const check = (importId: string, choices: Choices) =>
    request(store, CheckProductImportDocument, { id: importId, ...choices })

  return {
    /** Null when there is none to show. */
    current,
    /** Null while something runs. */
    shown: isAsking ? null : shown,
    ...{ upload, error, isAsking },
    isLoading: latest.isPending,
    /** Of a file whose upload was cut off. */
    wasCutOff: found?.status === 'UPLOADING' && !upload && found.id !== hidden ? found.fileName : null,
    attempt: (file: File, choices: Choices) =>
      void ask(async () => {
        leaving.current = new AbortController()
        setUpload({ file, sent: 0 })
        const onSent = (sent: number) => setUpload({ file, sent })
        await check(await sendProductFile(store, file, onSent, leaving.current.signal), choices)
      }),
    checkAgain: (choices: Choices) => void (id && ask(() => check(id, choices))),
    apply: () => void (id && ask(() => request(store, ApplyProductImportDocument, { id, leaveOut: true }))),
    cancel: () => void (id && ask(() => request(store, CancelProductImportDocument, { id }))),
    reset() {
      setError(null)
      if (!id) return
      setHidden(id)
      if (status === 'CHECKED') void ask(() => request(store, CancelProductImportDocument, { id }))
    },
  }
}
