import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import {
  ChangeProductRowDocument,
  type ProductInput,
  ProductRowDocument,
  type ProductRowFragment,
  type ProductsQuery,
  SetStockDocument,
} from '../../../../../generated/console/documents.ts'
import { type RequestError, request } from '../../data/request.ts'
import { useChange, useInvalidate } from '../../data/use-data.ts'
import { say, sayError } from '../../parts/toasts.tsx'
import { useStoreName } from '../../session/store-context.tsx'

/** Somebody was faster: what stands there now, and what was to stand there. */
export interface RowConflict {
  id: string
  field: 'price' | 'stock' | 'active'
  message: string
  again: () => void
}

type Row = ProductRowFragment

/** Changes one value of a row: shown at once, taken back when it is refused, with an undo when it is done. */
export function useRowChanges() {
  const store = useStoreName()
  const client = useQueryClient()
  // What else is shown is read again below, after the saved row, so that it is not older than that.
  const change = useChange(ChangeProductRowDocument, { invalidates: [] })
  const count = useChange(SetStockDocument, { invalidates: [] })
  const invalidate = useInvalidate()
  const [conflict, setConflict] = useState<RowConflict | null>(null)

  const show = (row: Row) =>
    client.setQueriesData<ProductsQuery>({ queryKey: [store, 'Products'] }, (shown) =>
      shown?.products
        ? {
            ...shown,
            products: { ...shown.products, nodes: shown.products.nodes.map((one) => (one.id === row.id ? row : one)) },
          }
        : shown,
    )

  const current = async (row: Row): Promise<Row> => {
    const { product } = await request(store, ProductRowDocument, { id: row.id })
    return product ?? row
  }

  async function run(
    row: Row,
    to: Partial<Row>,
    field: RowConflict['field'],
    send: () => Promise<Row | null | undefined>,
    { done, undo, again, isSame, isNow }: Words,
  ): Promise<void> {
    setConflict(null)
    await client.cancelQueries({ queryKey: [store, 'Products'] })
    show({ ...row, ...to })
    try {
      const saved = (await send()) ?? row
      show(saved)
      void invalidate()
      say(done, undo && (() => undo(saved)))
    } catch (error) {
      show(row)
      // A list that was on its way has been called off.
      void invalidate(['Products'])
      const refused = error as RequestError
      if (refused.reason !== 'OUTDATED_VERSION') return sayError(refused)
      const found = await current(row).catch(() => row)
      show(found)
      // Something else of the product was changed.
      if (isSame(found)) return again(found)
      setConflict({ id: row.id, field, message: isNow(found), again: () => void again(found) })
    }
  }

  const upsert = (row: Row, input: Omit<ProductInput, 'id' | 'version'>) =>
    change.mutateAsync({ input: { id: row.id, version: row.version, ...input } }).then((data) => data.upsertProduct)

  const setPrice = (row: Row, price: number, words: PriceWords): Promise<void> =>
    run(row, { price }, 'price', () => upsert(row, { price }), {
      done: words.done(price),
      undo: (saved) => void setPrice(saved, row.price, words),
      again: (found) => setPrice(found, price, words),
      isSame: (found) => found.price === row.price && found.version !== row.version,
      isNow: (found) => words.isNow(found.price),
    })

  const setActive = (row: Row, active: boolean): Promise<void> =>
    run(row, { active }, 'active', () => upsert(row, { active }), {
      done: active ? `“${row.name}” is in the shop again` : `“${row.name}” is archived`,
      undo: (saved) => void setActive(saved, !active),
      again: (found) => setActive(found, active),
      isSame: (found) => found.active === row.active && found.version !== row.version,
      isNow: (found) => `Changed meanwhile: it is ${found.active ? 'in the shop' : 'archived'} now.`,
    })

  const setStock = (row: Row, stock: number | null): Promise<void> =>
    run(
      row,
      { stock },
      'stock',
      () => count.mutateAsync({ productId: row.id, stock, basedOn: row.stock ?? null }).then((data) => data.setStock),
      {
        done:
          stock === null ? `The stock of “${row.name}” is not counted any more` : `Stock of “${row.name}”: ${stock}`,
        undo: (saved) => void setStock(saved, row.stock ?? null),
        again: (found) => setStock(found, stock),
        isSame: () => false,
        isNow: ({ stock: now }) => `Changed meanwhile: the stock is ${now ?? 'not counted'} now.`,
      },
    )

  return { setPrice, setActive, setStock, conflict, forget: () => setConflict(null) }
}

interface PriceWords {
  done: (price: number) => string
  isNow: (price: number) => string
}

interface Words {
  done: string
  undo?: (saved: Row) => void
  again: (found: Row) => Promise<void>
  /** Whether the value that was to be changed is as it was. */
  isSame: (found: Row) => boolean
  /** What stands there now. */
  isNow: (found: Row) => string
}
