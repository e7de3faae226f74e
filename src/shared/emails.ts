/** Whether the domain has a dot, without which no mail arrives. */
export const isDeliverable = (email: string): boolean => /@[^@\s]*[^@\s.]\.[^@\s.]+$/.test(email.trim())
