interface Props {
  inclusive: boolean
  /** In percent. */
  rate: number
}

/** Whether a price is all that is paid for the goods. */
export const TaxNote = ({ inclusive, rate }: Props) =>
  inclusive ? (
    <small class="quiet-text tax">incl. of all taxes</small>
  ) : rate > 0 ? (
    <small class="quiet-text tax">plus {rate}% tax</small>
  ) : null
