import { msg } from '@lingui/core/macro'

export const debtTexts = {
  own: msg`Another administrator has to decide about the debt of your own fund drive`,
  debtChanged: msg`The debt has changed. Please look again before you write it off.`,
}

/** A drive that owes: money went back that its owner had withdrawn. */
export type Debt = {
  driveId: string
  slug: string
  title: string
  debt: number
  since: Date
  /** The time of the last gift. */
  lastGift: Date | null
  /** The number of open requests. They have to be decided first: declining one would pay the debt. */
  openRequests: number
  /** True if nothing has come in for so long that nothing will. */
  hopeless: boolean
}

/** Days without a gift after which a debt had better be written off. */
export const hopelessAfter = 90
