import { msg, plural } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { paybillOf } from './paybill.server.ts'

// The words of limits that a full hall meets together: they accuse nobody, and name another way to give.

/** Returns the drive that is given to; called only when the words need it. */
export type DriveAsked = () => Promise<string | undefined>

/** Explains the limit of a network from which others gave. */
export const whileManyGive =
  (asked: DriveAsked) =>
  async (minutes: number): Promise<Words> => {
    const { number, account } = await paybillAsked(asked)
    return number
      ? msg`Many people here are giving right now. Pay by Paybill ${number}, account ${account}, or try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
      : msg`Many people here are giving right now. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  }

/** Explains the limit of a phone whose requests were not paid. */
export const whilePhonePaused =
  (asked: DriveAsked) =>
  async (minutes: number): Promise<Words> => {
    const { number, account } = await paybillAsked(asked)
    return number
      ? msg`This phone had several requests that were not paid. Pay by Paybill ${number}, account ${account}, or try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
      : msg`This phone had several requests that were not paid. Pay in another way, or try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  }

/** Explains the limit of a network from which others claim payments. */
export const whileManyClaim = (minutes: number): Words =>
  msg`Many people here are looking for their payments right now. Yours is not lost. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`

async function paybillAsked(asked: DriveAsked) {
  const driveId = await asked()
  return (driveId && (await paybillOf(db, driveId))) || { number: '', account: '' }
}
