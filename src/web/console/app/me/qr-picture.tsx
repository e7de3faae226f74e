import { useMemo } from 'preact/hooks'
import { encodeQR } from 'qr'

/** In modules. Readers need it white. */
const MARGIN = 4

/** Dark on white in any theme: not every app reads it the other way round. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN }), [text])
  const size = rows.length
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
