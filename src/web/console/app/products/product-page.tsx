import { Link, useParams } from '@tanstack/react-router'
import {
  ArchiveProductDocument,
  ChangeProductRowDocument,
  type ProductDetailsFragment,
  ProductDocument,
} from '../../../../generated/console/documents.ts'
import { useChange, useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { Empty } from '../parts/empty.tsx'
import { countOf } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { maySee, useMayChange, useStore } from '../session/store-context.tsx'
import { ProductForm } from './form/product-form.tsx'

export default function ProductPage() {
  const { id } = useParams({ from: '/s/$store/products/$id' })
  const { session } = useStore()
  const query = useData(ProductDocument, { id })
  const product = query.data?.product
  return (
    <Page
      title={product?.name ?? 'Product'}
      back={
        <Link to="/s/$store/products" params={{ store: session.store }}>
          <Icon name="left" /> Products
        </Link>
      }
      about={product && !product.active && <Badge>Archived</Badge>}
      actions={product && <Actions product={product} />}
    >
      <QueryView query={query}>
        {({ product }) => (product ? <ProductForm product={product} /> : <Empty title="There is no such product" />)}
      </QueryView>
    </Page>
  )
}

function Actions({ product }: { product: ProductDetailsFragment }) {
  const { session, formats } = useStore()
  const mayChange = useMayChange('catalogue')
  const archive = useChange(ArchiveProductDocument)
  const change = useChange(ChangeProductRowDocument)
  const { id, name } = product

  const putBack = (version: number): Promise<unknown> =>
    change
      .mutateAsync({ input: { id, version, active: true } })
      .then(() => say(`“${name}” is in the shop again`, () => void remove()), sayError)
  const remove = (): Promise<unknown> =>
    archive
      .mutateAsync({ id })
      .then(
        ({ archiveProduct }) =>
          say(`“${name}” is archived: shoppers do not see it`, () => void putBack(archiveProduct?.version ?? 0)),
        sayError,
      )

  const { store } = session
  return (
    <>
      <Link to="/s/$store/reviews" params={{ store }} search={{ status: 'ALL', product: id }} className="button">
        <Icon name="reviews" />{' '}
        {product.reviewSummary.count > 0 ? `${formats.number(product.reviewSummary.average)} · ` : ''}
        {countOf(product.reviewSummary.count, 'review')}
      </Link>
      {maySee(session, 'settings') && (
        <Link
          to="/s/$store/settings/$section"
          params={{ store, section: 'history' }}
          search={{ subject: 'PRODUCT', id }}
          className="button"
        >
          History
        </Link>
      )}
      {product.active && (
        <a class="button" href={`/shop/${store}/p/${encodeURIComponent(product.slug)}`}>
          <Icon name="link" /> Show in the shop
        </a>
      )}
      {mayChange && (
        <button
          type="button"
          class="button"
          disabled={archive.isPending || change.isPending}
          onClick={() => void (product.active ? remove() : putBack(product.version))}
        >
          {product.active ? 'Archive' : 'Put back into the shop'}
        </button>
      )}
    </>
  )
}
