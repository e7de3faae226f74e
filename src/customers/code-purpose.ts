/** What a customer does with a code: choose a new password, or confirm an email address. */
export const CodePurpose = {
  PASSWORD: 'PASSWORD',
  EMAIL: 'EMAIL',
} as const

export type CodePurpose = (typeof CodePurpose)[keyof typeof CodePurpose]
