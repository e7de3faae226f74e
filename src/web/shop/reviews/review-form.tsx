import type { PersonalVisit } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { mistakeIn, Problems } from '../views/alert.tsx'
import { Field } from '../views/field.tsx'

const FIELDS = ['rating', 'title', 'body', 'name']

interface Props {
  productId: string
  /** Of the product's page. */
  path: string
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
  /** Of the customer who is logged in; null when that is not known, or nobody is. */
  customer: string | null
}

export function ReviewForm({ productId, path, visit, customer }: Props) {
  const shop = useShop()
  return (
    <form class="review-form" method="post" action={shop.at(`${path}/review`)}>
      <Problems refusal={visit.refusal} fields={FIELDS} />
      <input type="hidden" name="id" value={productId} />
      <RatingField visit={visit} />
      <Field {...{ visit, name: 'title', label: 'Title' }} maxlength={200} />
      <Field {...{ visit, name: 'body', label: 'Review' }} rows={5} maxlength={2000} required />
      {customer === null ? (
        <Field
          {...{ visit, name: 'name', label: 'Your name' }}
          autocomplete="name"
          maxlength={255}
          hint={
            <>
              Without one you are anonymous. <a href={shop.at('/log-in', { next: `${path}/review` })}>Log in</a>, and it
              says that you have bought it here.
            </>
          }
        />
      ) : (
        <p>
          It appears as <b dir="auto">{customer}</b>.
        </p>
      )}
      <button class="button" type="submit">
        Send the review
      </button>
    </form>
  )
}

const RATINGS = [1, 2, 3, 4, 5] as const

function RatingField({ visit }: Pick<Props, 'visit'>) {
  const mistake = mistakeIn(visit.refusal, 'rating')
  return (
    <fieldset class="rate" aria-describedby={mistake ? 'f-rating-mistake' : undefined}>
      <legend>Rating</legend>
      {RATINGS.map((rating) => (
        <label>
          <input
            type="radio"
            name="rating"
            value={rating}
            checked={visit.fields.rating === String(rating)}
            required
            id={`f-rating-${rating}`}
          />
          <span class="unseen">
            {rating} {rating === 1 ? 'star' : 'stars'}
          </span>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m12 3 2.8 5.8 6.2.9-4.5 4.4 1.1 6.3-5.6-3-5.6 3 1.1-6.3L3 9.7l6.2-.9z" />
          </svg>
        </label>
      ))}
      {mistake && (
        <p class="mistake" id="f-rating-mistake">
          {mistake}
        </p>
      )}
    </fieldset>
  )
}
