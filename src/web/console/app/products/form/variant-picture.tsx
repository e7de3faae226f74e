import { Icon } from '../../parts/icons.tsx'
import { pictureSource } from '../picture-source.ts'
import type { Picture } from './product-values.ts'

interface VariantPictureProps {
  /** Of the variant. */
  name: string
  /** Its address; empty for none. */
  value: string
  /** The product's, one of which is chosen. */
  pictures: readonly Picture[]
  onChange: (url: string) => void
}

export function VariantPicture({ name, value, pictures, onChange }: VariantPictureProps) {
  const source = pictureSource(value || undefined)
  const isElsewhere = value !== '' && !pictures.some(({ url }) => url === value)
  return (
    <span class="variant-picture">
      <span class="thumb">
        {source ? <img src={source} alt="" width="40" height="40" loading="lazy" /> : <Icon name="picture" />}
      </span>
      <select
        class="input variant-input"
        aria-label={`Picture of ${name}`}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">—</option>
        {pictures.map(({ url, alt }, at) => (
          <option key={url} value={url}>
            {at + 1}
            {alt && ` · ${alt}`}
          </option>
        ))}
        {isElsewhere && <option value={value}>Not among the pictures</option>}
      </select>
    </span>
  )
}
