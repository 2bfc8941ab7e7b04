import { msg } from '@lingui/core/macro'
import { redirect } from 'react-router'
import { Refusal } from '#app/kit/says.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { afterSignIn } from './way-back.ts'

const says = {
  duty: {
    title: msg`Administrators sign in with two factors here`,
    text: msg`Turn two-factor sign-in on in your settings first. Nothing was done.`,
  },
  stays: msg`Administrators sign in with two factors here, so it stays on.`,
}

// With ADMIN_TWO_FACTOR a stolen password is not enough to enter the admin pages.

type Who = { isAdmin: boolean; twoFactor: boolean }
type Asking = { request: Request; url: URL }

/** True for people who must use two-factor sign-in, whether they have turned it on or not. */
export const isDuty = ({ isAdmin }: Pick<Who, 'isAdmin'>): boolean => isAdmin && settings.ADMIN_TWO_FACTOR

/** True for an administrator who must still turn two-factor sign-in on. */
export const owesTwoFactor = (who: Who): boolean => isDuty(who) && !who.twoFactor

/** True for an administrator who may see the admin pages: with two-factor sign-in, if that is required. */
export const seesAll = (who: Who): boolean => who.isAdmin && !owesTwoFactor(who)

/** Sends administrators to the page that turns it on, and remembers where they were going; form actions are refused. */
export function requireTwoFactor(who: Who, { request, url }: Asking): void {
  if (!owesTwoFactor(who)) return
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal(says.duty, { status: 403, go: '/settings#two-factor' })
  throw redirect(`/settings?to=${encodeURIComponent(url.pathname + url.search)}#two-factor`, 303)
}

/** Refuses to turn it off while it is required. */
export function refuseWithout(who: Pick<Who, 'isAdmin'>): void {
  if (isDuty(who)) throw new Refusal(says.stays, { status: 403 })
}

/** Returns the page to continue to once it is on; null for all but administrators. */
export const onwardFrom = ({ isAdmin }: Pick<Who, 'isAdmin'>, to: string | null): string | null =>
  isAdmin && to ? afterSignIn(to) : null
