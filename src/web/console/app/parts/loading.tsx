/** Grey lines where the content will stand; said once to screen readers. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <div class="loading" role="status">
      <span class="hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="loading-line" />
      ))}
    </div>
  )
}
