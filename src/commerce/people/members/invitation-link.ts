/** After `#`, so that no server and no log is sent the token. @param base without a trailing slash */
export const invitationLink = (base: string, token: string): string => `${base}/console/invitation#${token}`
