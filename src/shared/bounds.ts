/** Units of one line of a cart. */
export const MAX_QTY = 99
export const MAX_VARIANTS = 500
/** Earlier messages of a conversation with the assistant. */
export const MAX_TURNS = 50
/** Characters of such a message. */
export const MAX_TURN = 2_000
/** Characters of what an owner says about a changed stock or changed points. */
export const MAX_REASON = 500
