/** How many new customers per referrer earn points on one day of the store's time zone. */
export const REFERRALS_A_DAY = 20
/** The default for how many new customers from one IP address earn points for their referrers on one day. */
export const REFERRALS_PER_ADDRESS = 3
