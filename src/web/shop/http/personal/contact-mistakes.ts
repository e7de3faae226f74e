import type { Mistake } from '../../../../shared/answers.ts'
import { isCallable } from '../../../../shared/callable-phone.ts'
import { isDeliverable } from '../../../../shared/emails.ts'
import type { Sent } from './form.ts'

interface ContactFields {
  phone?: string
  email?: string
}

/** Anything else is no address at all, as the mutation says. */
const ADDRESS = /^[^@\s]+@[^@\s]+$/

/**
 * Who cannot be called or mailed. What is missing is for the mutation to say.
 * @param names of the form's fields, of those that it has
 */
export const contactMistakes =
  ({ phone, email }: ContactFields) =>
  ({ fields, home }: Pick<Sent, 'fields' | 'home'>): Mistake[] => {
    const written = (name: string | undefined) => (name && fields[name]?.trim()) || null
    const [number, mail] = [written(phone), written(email)]
    return [
      ...(phone && number !== null && !isCallable(number, home)
        ? [{ field: phone, message: 'Enter a phone number that can be called.' }]
        : []),
      ...(email && mail !== null && ADDRESS.test(mail) && !isDeliverable(mail)
        ? [{ field: email, message: 'Enter an email address that can be reached.' }]
        : []),
    ]
  }
