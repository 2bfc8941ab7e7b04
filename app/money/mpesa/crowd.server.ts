import { msg, plural } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { paybillOf } from './paybill.server.ts'

// A limit that a hall meets together accuses nobody, and names another way to give.

/** Which drive is given to. It is looked up when it has to be said. */
export type DriveAsked = () => Promise<string | undefined>

/** Others gave from this network. */
export const whileManyGive =
  (asked: DriveAsked) =>
  async (minutes: number): Promise<Words> => {
    const { number, account } = await paybillAsked(asked)
    return number
      ? msg`Many people here are giving right now. Pay by Paybill ${number}, account ${account}, or try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
      : msg`Many people here are giving right now. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  }

/** Requests to this phone were not paid. */
export const whilePhoneRests =
  (asked: DriveAsked) =>
  async (minutes: number): Promise<Words> => {
    const { number, account } = await paybillAsked(asked)
    return number
      ? msg`This phone had several requests that were not paid. Pay by Paybill ${number}, account ${account}, or try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
      : msg`This phone had several requests that were not paid. Pay in another way, or try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  }

/** Others look for their payments from this network. */
export const whileManyClaim = (minutes: number): Words =>
  msg`Many people here are looking for their payments right now. Yours is not lost. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`

async function paybillAsked(asked: DriveAsked) {
  const driveId = await asked()
  return (driveId && (await paybillOf(db, driveId))) || { number: '', account: '' }
}
