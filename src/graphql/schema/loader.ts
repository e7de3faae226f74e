import DataLoader from 'dataloader'
import type { Context } from '../context.ts'

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
    }
    return loader
  }
}
