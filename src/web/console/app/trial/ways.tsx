import type { TestedWayFragment } from '../../../../generated/console/documents.ts'
import { Badge } from '../parts/badge.tsx'
import { useFilters } from '../parts/filters.tsx'
import { useFormats } from '../session/store-context.tsx'

interface WaysProps {
  title: string
  /** Of the choice in the address. */
  name: 'method' | 'payment'
  ways: readonly TestedWayFragment[]
  /** The code in the address. */
  chosen: string | undefined
  /** What applies without a choice. */
  none: string
  /** What applies where there is no choice. */
  empty: string
}

/** Delivery or payment methods with their fee, or why they are not offered; one of them can be chosen. */
export function Ways({ title, name, ways, chosen, none, empty }: WaysProps) {
  const choose = useFilters()
  const formats = useFormats()
  return (
    <fieldset class="card fields">
      <legend class="hidden">{title}</legend>
      <h2>{title}</h2>
      {ways.length === 0 ? (
        <p class="quiet">{empty}</p>
      ) : (
        <>
          <label class="choice">
            <input
              type="radio"
              name={name}
              checked={chosen === undefined}
              onChange={() => choose({ [name]: undefined })}
            />
            <span>{none}</span>
          </label>
          {ways.map((way) => (
            <div key={`${way.zone}.${way.code}`}>
              <label class="choice">
                <input
                  type="radio"
                  name={name}
                  disabled={way.fee == null}
                  checked={chosen === way.code && way.fee != null}
                  onChange={() => choose({ [name]: way.code })}
                />
                <span class="cell-two">
                  <bdi>{way.name}</bdi>
                  {way.fee != null && <span>{way.fee === 0 ? 'Free' : formats.money(way.fee)}</span>}
                  {way.chosen && <Badge tone="good">In the total</Badge>}
                </span>
              </label>
              {way.refusal && (
                <p class="quiet way-refusal">
                  {way.zone && <bdi>{way.zone}: </bdi>}
                  {way.refusal}
                </p>
              )}
            </div>
          ))}
        </>
      )}
    </fieldset>
  )
}
