import DataLoader from 'dataloader'
import type { Context } from '../../context.ts'

const loadersOf = new WeakMap<Context, DataLoader<never, unknown, unknown>[]>()

/** For a subscription: its next event loads everything again. */
export function forgetLoaded(context: Context): void {
  for (const loader of loadersOf.get(context) ?? []) loader.clearAll()
}

/** One per request, so that it never returns another store's data or old data. */
export function defineLoader<Key, Value, CacheKey = Key>(
  batch: (context: Context, keys: readonly Key[]) => Promise<readonly Value[]>,
  cacheKey?: (key: Key) => CacheKey,
): (context: Context) => DataLoader<Key, Value, CacheKey> {
  const loaders = new WeakMap<Context, DataLoader<Key, Value, CacheKey>>()
  return (context) => {
    let loader = loaders.get(context)
    if (!loader) {
      loader = new DataLoader<Key, Value, CacheKey>(
        (keys) => batch(context, keys),
        cacheKey && { cacheKeyFn: cacheKey },
      )
      loaders.set(context, loader)
      loadersOf.set(context, [...(loadersOf.get(context) ?? []), loader])
    }
    return loader
  }
}
