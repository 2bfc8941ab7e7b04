import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** Why a drive's page, or one of its forms, is not open to visitors. */
export type Shut = 'missing' | 'paused' | 'restricted' | 'ended'

/** The HTTP status of each. An ended drive is still there to read; its forms are gone. */
export const shutStatus: Record<Shut, number> = { missing: 404, paused: 404, restricted: 403, ended: 410 }

export const shutWords: Record<Shut, { title: Words; text: Words }> = {
  missing: {
    title: msg`Fundraiser Not Found`,
    text: msg`This fundraiser may not exist or is no longer active.`,
  },
  paused: {
    title: msg`Fundraiser Not Found`,
    text: msg`This fundraiser may not exist or is no longer active.`,
  },
  restricted: {
    title: msg`Access Restricted`,
    text: msg`This fundraiser has exceeded its view limit. The owner needs to purchase more view credits to make it accessible again.`,
  },
  ended: {
    title: msg`This fundraiser has ended`,
    text: msg`It takes no more gifts, comments or visits. You can still read its page.`,
  },
}

/** Shown below the words of a drive whose views are used up. */
export const restrictedToo = msg`The story is closed for now. You can still give.`

/** Shown below the words of a paused drive. */
export const pausedToo = msg`Its organiser has paused it. Gifts already made are safe; your receipt stays valid.`

/** The data of a paused drive: yesterday's giver must not read that there was none. `since`: the day, as its reader writes it. */
export type Paused = { title: string; total: number; since: string }
export const pausedSince = (day: string): Words =>
  msg`Paused by its organiser since ${day}. Gifts already made are safe; your receipt stays valid.`
