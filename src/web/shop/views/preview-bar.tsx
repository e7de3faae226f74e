/** Over each page of a preview. @param isShared whether the owner has given the link to others */
export const PreviewBar = ({ isShared }: { isShared: boolean }) => (
  <aside class="preview-bar" aria-label="Preview">
    {isShared ? 'A preview of this shop.' : 'Only you see this: a preview of your shop.'} Nothing can be ordered in it.
  </aside>
)
