import { useState } from 'preact/hooks'
import { sayError } from './toasts.tsx'

/** Something that is shown once, to be copied. */
export function Secret({ value, label }: { value: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      sayError(new Error('The browser did not allow it. Select the text and copy it yourself.'))
    }
  }
  return (
    <div class="secret-row">
      <output aria-label={label}>
        <code>{value}</code>
      </output>
      <button type="button" class="button" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
      <span class="hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </div>
  )
}
