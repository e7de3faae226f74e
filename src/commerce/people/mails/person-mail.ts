/** What a job is to send to a person. None of it is a secret: codes are made when they are sent. */
export type PersonMail =
  /** Whether anybody has that email is looked up by the job, so that the request does not reveal it. */
  | { about: 'password'; email: string }
  | { about: 'password-changed' | 'factor-on' | 'factor-off'; personId: string }
  /** That another address is wanted: to the one until now, or to the new one. */
  | { about: 'old-email' | 'new-email'; personId: string; email: string }
  /** To the address of before. */
  | { about: 'email-changed'; personId: string; email: string }
