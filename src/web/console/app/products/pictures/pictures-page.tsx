import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import {
  DeleteUnusedPicturesDocument,
  type PictureRowFragment,
  PicturesDocument,
} from '../../../../../generated/console/documents.ts'
import { useChange, useData, useInvalidate } from '../../data/use-data.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { Empty, NothingMatches } from '../../parts/empty.tsx'
import { FileButton, PICTURES } from '../../parts/file-button.tsx'
import { ChoiceFilter, Filters } from '../../parts/filters.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { useMayChange, useStoreName } from '../../session/store-context.tsx'
import { UploadList } from '../form/upload-list.tsx'
import { useUploads } from '../form/use-uploads.ts'
import { LinkedPictures } from './linked-pictures.tsx'
import { PictureCard } from './picture-card.tsx'
import { PictureDialog } from './picture-dialog.tsx'

const PAGE = 48

/** What depends on pictures. */
const QUERIES = ['Pictures', 'Changes']

const uses = [
  ['true', 'In use'],
  ['false', 'Not in use'],
] as const

/** All pictures that were uploaded, and where they are. */
export default function PicturesPage() {
  const { used, after } = useSearch({ from: '/s/$store/products/pictures' })
  const store = useStoreName()
  const mayChange = useMayChange('catalogue')
  const query = useData(PicturesDocument, {
    first: PAGE,
    after: after ?? null,
    used: used === 'true' ? true : used === 'false' ? false : null,
  })
  const [open, setOpen] = useState<string | null>(null)
  const [dialog, ask] = useConfirm()
  const remove = useChange(DeleteUnusedPicturesDocument, { invalidates: QUERIES })
  const shown = query.data?.pictures?.nodes ?? []
  const picture = shown.find(({ id }) => id === open)

  async function removeAll(pictures: readonly PictureRowFragment[]): Promise<void> {
    const count = countOf(pictures.length, 'picture')
    const goOn = await ask({
      title: `Delete ${count}?`,
      text: 'The files are deleted for good. What is in use meanwhile is kept.',
      action: `Delete ${count}`,
    })
    if (!goOn) return
    await remove.mutateAsync({ ids: pictures.map(({ id }) => id) }).then(({ deleteUnusedPictures }) => {
      setOpen(null)
      const deleted = deleteUnusedPictures?.length ?? 0
      const kept = pictures.length - deleted
      say(
        `${countOf(deleted, 'picture')} deleted${kept > 0 ? `; ${countOf(kept, 'picture')} kept, in use or gone already` : ''}`,
      )
    }, sayError)
  }

  const unused = shown.filter(({ useCount }) => useCount === 0)
  return (
    <Page
      title="Pictures"
      back={
        <Link to="/s/$store/products" params={{ store }}>
          <Icon name="left" /> Products
        </Link>
      }
      actions={mayChange && <Upload />}
    >
      {mayChange && <LinkedPictures />}
      <Filters>
        <ChoiceFilter name="used" label="Use" value={used} options={uses} all="All pictures" />
        {mayChange && unused.length > 0 && (
          <button type="button" class="button" disabled={remove.isPending} onClick={() => void removeAll(unused)}>
            <Icon name="trash" /> Delete {countOf(unused.length, 'unused picture')} on this page
          </button>
        )}
      </Filters>
      <QueryView query={query}>
        {({ pictures }) =>
          pictures && pictures.nodes.length > 0 ? (
            <>
              <ul class="picture-grid" aria-label="Pictures">
                {pictures.nodes.map((one) => (
                  <li key={one.id}>
                    <PictureCard picture={one} onOpen={() => setOpen(one.id)} />
                  </li>
                ))}
              </ul>
              <Pager of="pictures" page={pictures} />
            </>
          ) : used ? (
            <NothingMatches of="picture" />
          ) : (
            <Empty title="No pictures yet">Pictures that you upload, here or for a product, are listed here.</Empty>
          )
        }
      </QueryView>
      {picture && (
        <PictureDialog
          key={picture.id}
          picture={picture}
          mayChange={mayChange}
          onRemove={() => void removeAll([picture])}
          onClose={() => setOpen(null)}
        />
      )}
      {dialog}
    </Page>
  )
}

function Upload() {
  const invalidate = useInvalidate()
  const { uploads, upload, dismiss } = useUploads(() => void invalidate(QUERIES))
  return (
    <div class="upload-here">
      <FileButton class="button button-main" label="Pictures to upload" accept={PICTURES} multiple onFiles={upload}>
        <Icon name="upload" /> Upload pictures
      </FileButton>
      <UploadList uploads={uploads} onDismiss={dismiss} />
    </div>
  )
}
