import { useEffect, useState } from 'preact/hooks'

/** The value once it has been the same for some milliseconds, so that not each letter asks the server. */
export function useLater<Value>(value: Value, waitMs: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), waitMs)
    return () => clearTimeout(timer)
  }, [value, waitMs])
  return later
}
