/** A failure that no other try would change: the job fails for good at once, with this reason. */
export class PermanentFailure extends Error {}
