import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'preact/hooks'
import {
  CancelPictureCopyDocument,
  CopyPicturesDocument,
  LinkedPictureCountDocument,
  PictureCopyDocument,
  PictureCopyFailuresDocument,
  type PictureCopyStateFragment,
} from '../../../../../generated/console/documents.ts'
import { useChange, useData, useInvalidate } from '../../data/use-data.ts'
import { Failure } from '../../parts/failure.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { useFormats, useStoreName } from '../../session/store-context.tsx'
import { Paged } from '../import/paged.tsx'
import { Running } from '../import/running.tsx'

const REFRESH_MS = 1_000
const COPY = ['PictureCopy', 'LinkedPictureCount', 'PictureCopyFailures']

interface LinkedProps {
  /** Earlier copies have ended, and are shown elsewhere. */
  since?: string
}

/** Pictures that are linked at other hosts, and the job that copies them here. Nothing where there are none. */
export function LinkedPictures({ since }: LinkedProps) {
  const invalidate = useInvalidate()
  const [isWatched, setWatched] = useState(false)
  const state = useData(PictureCopyDocument, {}, isWatched ? { refreshEvery: REFRESH_MS } : {})
  const latest = state.data?.pictureCopy ?? null
  const isRunning = latest?.status === 'RUNNING'
  const isOlder = latest !== null && since !== undefined && Date.parse(latest.createdAt) < Date.parse(since)
  const copy = isOlder && !isRunning ? null : latest
  const linked = useData(LinkedPictureCountDocument, {}, { enabled: !isRunning })
  const start = useChange(CopyPicturesDocument, { invalidates: COPY })
  const cancel = useChange(CancelPictureCopyDocument, { invalidates: COPY })
  const count = linked.data?.linkedPictureCount ?? 0

  useEffect(() => setWatched(isRunning), [isRunning])
  const before = useRef(isRunning)
  useEffect(() => {
    // Products and pictures are listed elsewhere.
    if (before.current && !isRunning) void invalidate()
    before.current = isRunning
  }, [isRunning, invalidate])

  if (copy && isRunning) return <Progress copy={copy} isAsking={cancel.isPending} onCancel={() => cancel.mutate({})} />
  const error = start.error ?? cancel.error
  return (
    <>
      {copy?.endedAt && copy.total > 0 && <Ended copy={copy} endedAt={copy.endedAt} />}
      {count > 0 && (
        <Offer
          count={count}
          isRetry={(copy?.failed ?? 0) > 0}
          isAsking={start.isPending}
          onStart={() => start.mutate({})}
        />
      )}
      {error && <Failure error={error} />}
      {copy && copy.failed > 0 && <Failures />}
    </>
  )
}

interface ProgressProps {
  copy: PictureCopyStateFragment
  isAsking: boolean
  onCancel: () => void
}

function Progress({ copy, isAsking, onCancel }: ProgressProps) {
  const formats = useFormats()
  const { total, copied, failed } = copy
  const label =
    total === 0
      ? 'Looking for linked pictures.'
      : `${formats.number(copied)} of ${countOf(total, 'picture')} copied${failed > 0 ? `, ${formats.number(failed)} failed` : ''}.`
  return (
    <Running label={label} progress={total === 0 ? null : { done: copied + failed, total }}>
      <p class="quiet">You can leave this page: it goes on, and you find it here.</p>
      <div class="form-actions">
        <button type="button" class="button" disabled={isAsking} onClick={onCancel}>
          Stop copying
        </button>
      </div>
    </Running>
  )
}

function Ended({ copy, endedAt }: { copy: PictureCopyStateFragment; endedAt: string }) {
  const formats = useFormats()
  const { status, total, copied, failed } = copy
  const isGood = status === 'DONE' && failed === 0
  return (
    <section class="banner" data-tone={isGood ? 'good' : 'warn'} role="status">
      <Icon name={isGood ? 'check' : 'warning'} />
      <div class="banner-text">
        <strong>
          {formats.number(copied)} of {countOf(total, 'linked picture')} copied
          {failed > 0 && `, ${formats.number(failed)} failed`}
        </strong>
        <p>
          {status === 'CANCELLED' ? 'Stopped' : 'Done'} {formats.ago(endedAt)}.
        </p>
      </div>
    </section>
  )
}

interface OfferProps {
  count: number
  isRetry: boolean
  isAsking: boolean
  onStart: () => void
}

function Offer({ count, isRetry, isAsking, onStart }: OfferProps) {
  const [places, them, theyAre] =
    count === 1 ? ['is at another host', 'it', 'it is'] : ['are at other hosts', 'them', 'they are']
  return (
    <section class="card" aria-label="Linked pictures">
      <h2>
        {countOf(count, 'picture')} {places}
      </h2>
      <p class="quiet">
        Your shop shows {them} from there, in the original size, until that host goes away. Copied here, {theyAre} shown
        in the size that each screen needs. What cannot be copied stays linked.
      </p>
      <div class="form-actions">
        <button type="button" class="button button-main" disabled={isAsking} onClick={onStart}>
          <Icon name="download" /> {isRetry ? 'Try again' : 'Copy pictures to this shop'}
        </button>
      </div>
    </section>
  )
}

function Failures() {
  const store = useStoreName()
  const query = useData(PictureCopyFailuresDocument, {})
  const failures = query.data?.pictureCopy?.failures ?? []
  if (failures.length === 0) return null
  return (
    <section class="card">
      <h2>Not copied</h2>
      <Paged
        label="Pictures that were not copied"
        headings={['Product', 'Address', 'Why']}
        rows={failures}
        cells={({ url, reason, products }) => [
          products.length === 0
            ? '—'
            : products.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Link to="/s/$store/products/$id" params={{ store, id }}>
                    {name}
                  </Link>
                </span>
              )),
          <a key="url" href={url} target="_blank" rel="noreferrer">
            {url}
          </a>,
          reason,
        ]}
      />
    </section>
  )
}
