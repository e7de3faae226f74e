/** What the order has otherwise than the cart had. */
export function Changes({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <div class="alert" role="status">
      <p>Not everything could be ordered as it was in the cart:</p>
      <ul>
        {notices.map((message) => (
          <li>{message}</li>
        ))}
      </ul>
    </div>
  )
}
