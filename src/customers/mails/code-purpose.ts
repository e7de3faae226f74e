/** What a customer does with a code: choose a new password, by mail or from the owner, or confirm an email address. */
export const CodePurpose = {
  PASSWORD: 'PASSWORD',
  /** Handed over by the owner, so that no code that a stranger has mailed takes its place. */
  OWNER_PASSWORD: 'OWNER_PASSWORD',
  EMAIL: 'EMAIL',
} as const

/** Those that set a new password. Whatever changes the password voids both. */
export const passwordPurposes = ['PASSWORD', 'OWNER_PASSWORD'] as const satisfies readonly CodePurpose[]

export type CodePurpose = (typeof CodePurpose)[keyof typeof CodePurpose]
